/** The logo of a program or picture of a person. Images of other origins are not loaded: an initial stands for them. */
export function Avatar({ name, image }: { name: string; image: string | null | undefined }) {
  const own = ownAddress(image)
  return own ? (
    <img class="avatar" src={own} alt="" width={36} height={36} />
  ) : (
    <span class="avatar" aria-hidden="true">
      {Array.from(name.trim())[0]?.toUpperCase() ?? '?'}
    </span>
  )
}

/** The address of a file of this service, as a path of this origin. */
export function ownAddress(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address, location.origin)) return undefined
  const { origin, pathname, search } = new URL(address, location.origin)
  return origin === location.origin ? pathname + search : undefined
}
