import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import { SMALLEST_COMPRESSED } from './compression.js';

type Coding = 'br' | 'gzip' | 'identity';

/** Brotli's own default, 11, takes seconds for the largest script and saves a tenth more. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const CODINGS: readonly Coding[] = ['br', 'gzip', 'identity'];

/**
 * A text that never changes, in each coding that was asked for. Anonymous clients may ask for 1.4 MB of scripts at any
 * rate: each coding is computed once, on libuv's threads.
 */
export class CompressedOnce {
  private readonly forms = new Map<Coding, Promise<Buffer>>();
  private readonly negotiator = new Negotiator({ supportedValues: [...CODINGS] });

  constructor(private readonly text: () => string | Promise<Buffer>) {}

  /** @param accepted the request's Accept-Encoding. If it has no coding of this class, the text is not compressed */
  async for(accepted: string | undefined): Promise<{ readonly coding: Coding; readonly bytes: Buffer }> {
    const plain = await this.form('identity');
    const taken = accepted === undefined ? null : this.negotiator.negotiate(accepted.toLowerCase());
    const coding = plain.length < SMALLEST_COMPRESSED ? 'identity' : (taken ?? 'identity');
    return { coding, bytes: await this.form(coding) };
  }

  private form(coding: Coding): Promise<Buffer> {
    let form = this.forms.get(coding);
    if (!form) {
      form = this.make(coding);
      // A file that could not be read is read again at the next request.
      form.catch(() => this.forms.delete(coding));
      this.forms.set(coding, form);
    }
    return form;
  }

  private async make(coding: Coding): Promise<Buffer> {
    if (coding === 'identity') return Buffer.from(await this.text());
    const plain = await this.form('identity');
    return coding === 'br' ? compressBrotli(plain, BROTLI) : compressGzip(plain);
  }
}
