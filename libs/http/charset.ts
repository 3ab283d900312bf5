const OTHER = /;\s*charset\s*=\s*(?!"?utf-?8"?\s*(?:;|$))/i;

/** Whether a Content-Type names another charset than UTF-8; false where it names none. */
export function hasOtherCharset(contentType: string): boolean {
  return OTHER.test(contentType);
}
