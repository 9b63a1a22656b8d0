/** Bytes of a page as text, in the encoding that it names. */

/** The header's word counts before the page's own; UTF-8 where neither names an encoding that is known. */
export function pageText(body: Buffer, contentType: string): string {
  return decoder(charsetIn(contentType)) ?? decoder(charsetIn(body.subarray(0, 1024).toString('latin1'))) ?? decode('utf-8')

  function decoder(charset: string | undefined): string | undefined {
    try {
      return charset && decode(charset)
    } catch {
      return undefined // an encoding that nobody knows
    }
  }
  function decode(charset: string): string {
    return new TextDecoder(charset).decode(body)
  }
}

const charsetIn = (text: string) => /charset\s*=\s*["']?\s*([\w-]+)/i.exec(text)?.[1]
