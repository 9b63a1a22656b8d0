/** Images in HTML forms. They are read into memory and become data URLs, which JSON requests send too; other files are ignored. */
import { Writable } from 'node:stream'

const types = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

interface UploadedFile {
  mimetype?: string | null
  chunks?: Buffer[]
}

/** Options of formidable. A file input without a choice sends an empty part of another type. */
export const imageUploads = {
  filter: ({ mimetype }: UploadedFile) => types.has(mimetype ?? ''),
  fileWriteStreamHandler: (file?: UploadedFile) => {
    const chunks: Buffer[] = []
    if (file) file.chunks = chunks
    return new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
    })
  },
} as object

/** The images by the name of their input; the last one of an input with several. */
export function imageDataUrls(files: object): [name: string, dataUrl: string][] {
  return Object.entries(files as Record<string, UploadedFile | UploadedFile[]>).flatMap(([name, uploaded]) => {
    const file = [uploaded].flat().at(-1)
    return file?.chunks ? [[name, `data:${file.mimetype};base64,${Buffer.concat(file.chunks).toString('base64')}`]] : []
  })
}
