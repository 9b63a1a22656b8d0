/** Limits the length of pages. */
import { z } from 'zod'
import { unprocessable } from '../../shared/kernel/errors.js'
import type { Endpoint } from '../endpoint.js'

/** A longer page would occupy the caller and the service for seconds. */
const maxPageLength = 8_000_000
const pageSizeNames = ['pageSize', 'page_size', 'limit'] as const

/** Returns the check for an answer of the endpoint. Answers that cannot be requested in smaller pages are not limited. */
export function pageLengthCheck({ query }: Pick<Endpoint, 'query'>): (text: string) => void {
  const name = query instanceof z.ZodObject ? pageSizeNames.find((one) => one in query.shape) : undefined
  return (text) => {
    if (name && text.length > maxPageLength) throw unprocessable(`The response would be larger than 8 MB. Send a smaller ${name}.`)
  }
}
