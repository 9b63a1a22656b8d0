/** The API of a provider responded with another status than 200. */
export class ProviderApiError extends Error {
  override name = 'ProviderRefused'

  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}
