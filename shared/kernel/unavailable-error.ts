/** A store cannot be reached or cannot store anything. The caller may repeat the request. The message is a sentence for the caller. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
}
