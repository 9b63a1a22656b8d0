/** Something that must have been told before, and may still come: the delivery is tried again. */
export class Awaited extends Error {
  override name = 'Awaited'
}
