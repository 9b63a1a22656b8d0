/** Decodes a page with the charset of its header, or else of its content; UTF-8 if neither names a known charset. */
export function decodePageText(body: Buffer, contentType: string): string {
  return tryDecode(charsetIn(contentType)) ?? tryDecode(charsetIn(body.subarray(0, 1024).toString('latin1'))) ?? decode('utf-8')

  function tryDecode(charset: string | undefined): string | undefined {
    try {
      return charset && decode(charset)
    } catch {
      return undefined // unknown charset
    }
  }
  function decode(charset: string): string {
    return new TextDecoder(charset).decode(body)
  }
}

const charsetIn = (text: string) => /charset\s*=\s*["']?\s*([\w-]+)/i.exec(text)?.[1]
