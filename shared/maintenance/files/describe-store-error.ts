import { connectionMessage } from '../../kernel/connection-message.js'

/** The error of a store without a description has a status only. */
type StoreError = Error & { $metadata?: { httpStatusCode?: number } }

export function describeStoreError(error: unknown): string {
  const { name, $metadata } = error as StoreError
  const status = $metadata?.httpStatusCode ? ` (status ${$metadata.httpStatusCode})` : ''
  return `${name === 'Error' ? '' : `${name}: `}${connectionMessage(error)}${status}`
}
