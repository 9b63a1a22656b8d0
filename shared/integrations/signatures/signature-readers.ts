/** Readers that extract signatures, timestamps and ids from request headers. */

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface ReadSignature {
  /** Several during a secret rotation at the provider. */
  signatures: string[]
  timestamp?: string | undefined
  id?: string | undefined
}

/** Returns null when the header is missing. */
export type SignatureReader = (headers: Headers) => ReadSignature | null

/** The header value; undefined when missing or empty. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  const text = Array.isArray(value) ? value.join(',') : value
  return text?.trim() || undefined
}

/** The whole header value without a prefix such as `sha256=`. */
export const wholeHeader =
  (name: string, prefix = ''): SignatureReader =>
  (headers) => {
    const text = headerOf(headers, name)
    if (text === undefined) return null
    return { signatures: text.startsWith(prefix) ? [text.slice(prefix.length)] : [] }
  }

/** Like `wholeHeader`, with the timestamp in another header. */
export const headerAndTimestamp =
  (name: string, timestampHeader: string, prefix = ''): SignatureReader =>
  (headers) => {
    const found = wholeHeader(name, prefix)(headers)
    return found && { ...found, timestamp: headerOf(headers, timestampHeader) }
  }

/** `t=1,v1=a,v1=b` */
export const keyValuePairs =
  (name: string, { separator, time, signature }: { separator: ',' | ';'; time: string; signature: string }): SignatureReader =>
  (headers) => {
    const text = headerOf(headers, name)
    if (text === undefined) return null
    const values = (key: string) =>
      text.split(separator).flatMap((part) => (part.trim().startsWith(`${key}=`) ? [part.trim().slice(key.length + 1)] : []))
    return { signatures: values(signature), timestamp: values(time)[0] }
  }

/** `1,a,b`: timestamp first, then signatures. */
export const timestampThenList =
  (name: string): SignatureReader =>
  (headers) => {
    const [timestamp, ...signatures] =
      headerOf(headers, name)
        ?.split(',')
        .map((part) => part.trim()) ?? []
    return timestamp === undefined ? null : { signatures, timestamp }
  }

/** Standard Webhooks headers: `v1,a v1,b` with id and timestamp headers, under one of several name prefixes. */
export const standardWebhooksHeaders =
  (version: string, prefixes: readonly string[]): SignatureReader =>
  (headers) => {
    const prefix = prefixes.find((one) => headerOf(headers, `${one}-signature`) !== undefined)
    if (prefix === undefined) return null
    const signatures = (headerOf(headers, `${prefix}-signature`) as string)
      .split(' ')
      .flatMap((part) => (part.startsWith(`${version},`) ? [part.slice(version.length + 1)] : []))
    return { signatures, timestamp: headerOf(headers, `${prefix}-timestamp`), id: headerOf(headers, `${prefix}-id`) }
  }
