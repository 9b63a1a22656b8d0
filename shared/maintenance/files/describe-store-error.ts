/** The error of a store without a description has a status only, and a refused connection to several addresses a code only. */
type StoreError = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

export function describeStoreError(error: unknown): string {
  const { name, message, code, $metadata } = error as StoreError
  const status = $metadata?.httpStatusCode ? ` (status ${$metadata.httpStatusCode})` : ''
  return `${name === 'Error' ? '' : `${name}: `}${message || code}${status}`
}
