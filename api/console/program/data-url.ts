/** The content of a file as the interface takes it: a data URL. */
export async function dataUrlOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // In parts, because the arguments of a call are limited.
  for (let start = 0; start < bytes.length; start += 8192) text += String.fromCharCode(...bytes.subarray(start, start + 8192))
  return `data:${file.type};base64,${btoa(text)}`
}
