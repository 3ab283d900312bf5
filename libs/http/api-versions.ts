import { getSchemaPath } from '@nestjs/swagger';
import { namedEnum } from './fields/named-enum.js';
import { invalidParameters } from './problems.js';

/** A version of the HTTP API (docs/reference/versioning.md). */
export interface ApiVersion {
  /** The day from which it is served, such as `2026-11-01`: its name. */
  readonly date: string;
  /** Days in UTC: since when clients should leave it, and from when it may be refused. Undefined: it stays. */
  readonly deprecated?: { readonly since: string; readonly sunset: string };
}

type VersionHeaders = Readonly<Record<string, string>>;

/** The versions of the API by the header `API-Version` (docs/adr/0054-the-api-has-dated-versions.md). */
export class ApiVersions {
  private readonly headers: ReadonlyMap<string, VersionHeaders>;

  /** @param versions newest first */
  constructor(private readonly versions: readonly [ApiVersion, ...ApiVersion[]]) {
    this.headers = new Map(versions.map((version) => [version.date, headersOf(version)]));
  }

  /** The dates of all versions, newest first. */
  get dates(): readonly string[] {
    return this.versions.map(({ date }) => date);
  }

  /** The headers of an answer to a request for this version: the newest where it is left out or unknown. */
  answeredIn(asked: string | readonly string[] | undefined): VersionHeaders {
    return this.headers.get(String(asked)) ?? this.headers.get(this.versions[0].date)!;
  }

  /** @throws DomainError `validation_failed`: the header is there, and names no version */
  refuseUnknown(asked: string | readonly string[] | undefined): void {
    if (asked === undefined || this.headers.has(String(asked))) return;
    const detail = `Must be one of ${this.dates.join(', ')}; left out, it is the newest.`;
    throw invalidParameters([{ pointer: '/API-Version', code: 'unknown_version', detail }]);
  }
}

/** RFC 9745 has seconds since 1970, RFC 8594 a date of HTTP. */
function headersOf({ date, deprecated }: ApiVersion): VersionHeaders {
  if (!deprecated) return { 'API-Version': date };
  return {
    'API-Version': date,
    Deprecation: `@${Date.parse(deprecated.since) / 1_000}`,
    Sunset: new Date(deprecated.sunset).toUTCString(),
  };
}

/** The versions of this service. */
export const API_VERSIONS = new ApiVersions([{ date: '2026-11-01' }]);

const API_VERSION = namedEnum(
  'ApiVersion',
  API_VERSIONS.dates,
  'The versions of the API by their dates, newest first. Later versions are added.',
);

/** The schema of a version, as a part of the reference refers to it. */
export const API_VERSION_REFERENCE = { $ref: getSchemaPath(API_VERSION.name) };
