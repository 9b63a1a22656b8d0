import { useState } from 'preact/hooks'
import { imageAddress } from './image-address.js'

/** The logo of a program or picture of a person; an initial if there is none, or it cannot be loaded. */
export function Avatar({ name, image }: { name: string; image: string | null | undefined }) {
  const [failed, setFailed] = useState<string | null>(null)
  const address = imageAddress(image)
  return address && failed !== address ? (
    <img class="avatar" src={address} alt="" width={36} height={36} loading="lazy" onError={() => setFailed(address)} />
  ) : (
    <span class="avatar" aria-hidden="true">
      {Array.from(name.trim())[0]?.toUpperCase() ?? '?'}
    </span>
  )
}
