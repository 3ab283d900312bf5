import { gzipSync } from 'node:zlib';
import { type Client, success } from './client.js';
import type { Answer } from './http.js';

/** An import as the API shows it (docs/reference/http-contract.md#imports). */
export interface Import {
  readonly import_id: string;
  readonly kind: 'contacts' | 'members' | 'removals';
  readonly smart_list_id: string | null;
  readonly name: string | null;
  readonly state: 'open' | 'finished' | 'cancelled';
  readonly rows: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly ended_at: string | null;
}

/** A row that was refused. */
export interface RefusedRow {
  readonly row: number;
  readonly line: number;
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

export const CSV = { 'content-type': 'text/csv' };
export const JSON_LINES = { 'content-type': 'application/jsonl' };

/** Imports of the workspace of one key. */
export class Imports {
  constructor(private readonly client: Client) {}

  /** Creates an import; returns its id. */
  async create(body: object): Promise<string> {
    const created = success<{ import: Import }>(await this.client.post('/imports', body), 201);
    return created.import.import_id;
  }

  /** Sends a whole file. */
  send(id: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = CSV): Promise<Answer> {
    return this.client.send({ method: 'PUT', path: `/imports/${id}/rows`, headers, body });
  }

  /** Sends a whole file compressed. */
  sendGzip(id: string, body: string, headers: Readonly<Record<string, string>> = CSV): Promise<Answer> {
    return this.send(id, gzipSync(body), { ...headers, 'content-encoding': 'gzip' });
  }

  /** An import of a whole file that is finished. */
  async done(body: object, file: string, headers: Readonly<Record<string, string>> = CSV): Promise<Import> {
    return success<{ import: Import }>(await this.send(await this.create(body), file, headers), 200).import;
  }

  async get(id: string): Promise<Import> {
    return (await this.client.read<{ import: Import }>(`/imports/${id}`)).import;
  }

  refused(id: string, pageSize?: number): Promise<readonly RefusedRow[]> {
    return this.client.walk(`/imports/${id}/refused-rows`, 'refused_rows', pageSize);
  }
}
