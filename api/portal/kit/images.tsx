/** Images that the user picks, as the data URLs that the HTTP interface takes. */
import { useRef } from 'preact/hooks'
import { Button } from '../../console/kit/button.js'

const maxBytes = 2 * 1024 * 1024
const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

export interface PickedImage {
  fileName: string
  image: string
}

/** Refuses what the service would refuse, before it is sent. */
async function readImage(file: File): Promise<PickedImage> {
  if (!types.includes(file.type)) throw new Error(`${file.name} is not a PNG, JPEG, GIF or WebP image.`)
  if (file.size > maxBytes) throw new Error(`${file.name} is larger than 2 MB.`)
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve({ fileName: file.name, image: reader.result as string }))
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read.`)))
    reader.readAsDataURL(file)
  })
}

interface ImageButtonProps {
  label: string
  disabled?: boolean
  onPick: (image: PickedImage) => Promise<unknown> | void
  onError: (message: string) => void
}

/** A button that lets the user choose one or several images. */
export function ImageButton({ label, disabled = false, onPick, onError }: ImageButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const pick = async (files: File[]) => {
    for (const file of files) await onPick(await readImage(file))
  }
  return (
    <>
      <Button icon="plus" disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={types.join()}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          pick(files).catch((error: Error) => onError(error.message))
        }}
      />
    </>
  )
}
