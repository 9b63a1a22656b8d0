/** Where the signature, and what belongs to it, stands in the headers. */

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface Found {
  /** More than one while a provider changes its secret. */
  signatures: string[]
  timestamp?: string | undefined
  id?: string | undefined
}

/** Null when the header is not there. */
export type Reading = (headers: Headers) => Found | null

/** The text of a header; empty and absent are the same. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  const text = Array.isArray(value) ? value.join(',') : value
  return text?.trim() || undefined
}

/** The whole header, behind a prefix such as `sha256=`. */
export const whole =
  (name: string, prefix = ''): Reading =>
  (headers) => {
    const text = headerOf(headers, name)
    if (text === undefined) return null
    return { signatures: text.startsWith(prefix) ? [text.slice(prefix.length)] : [] }
  }

/** The same, and a header of its own for the time. */
export const wholeAndTime =
  (name: string, timeName: string, prefix = ''): Reading =>
  (headers) => {
    const found = whole(name, prefix)(headers)
    return found && { ...found, timestamp: headerOf(headers, timeName) }
  }

/** `t=1,v1=a,v1=b` */
export const pairs =
  (name: string, { separator, time, signature }: { separator: ',' | ';'; time: string; signature: string }): Reading =>
  (headers) => {
    const text = headerOf(headers, name)
    if (text === undefined) return null
    const values = (key: string) =>
      text.split(separator).flatMap((part) => (part.trim().startsWith(`${key}=`) ? [part.trim().slice(key.length + 1)] : []))
    return { signatures: values(signature), timestamp: values(time)[0] }
  }

/** `1,a,b`: the time first. */
export const timeThenList =
  (name: string): Reading =>
  (headers) => {
    const [timestamp, ...signatures] =
      headerOf(headers, name)
        ?.split(',')
        .map((part) => part.trim()) ?? []
    return timestamp === undefined ? null : { signatures, timestamp }
  }

/** `v1,a v1,b`, with the message's id and time beside; the names begin in one of several ways. */
export const versioned =
  (version: string, beginnings: readonly string[]): Reading =>
  (headers) => {
    const beginning = beginnings.find((one) => headerOf(headers, `${one}-signature`) !== undefined)
    if (beginning === undefined) return null
    const signatures = (headerOf(headers, `${beginning}-signature`) as string)
      .split(' ')
      .flatMap((part) => (part.startsWith(`${version},`) ? [part.slice(version.length + 1)] : []))
    return { signatures, timestamp: headerOf(headers, `${beginning}-timestamp`), id: headerOf(headers, `${beginning}-id`) }
  }
