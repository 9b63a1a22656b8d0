/** Links as callers make them, with the input parsed as at the door. */
import type { z } from 'zod'
import { createLink, createLinkBodySchema, updateLink, updateLinkBodySchema, upsertLink } from '../../shared/links/index.js'
import type { Person } from './scope.js'

export type Body = z.input<typeof createLinkBodySchema>
export type Change = z.input<typeof updateLinkBodySchema>

export const create = (who: Person, body: Partial<Body> = {}) =>
  who.act((scope) => createLink(scope, createLinkBodySchema.parse({ url: 'https://example.com/page', ...body })))
export const update = (who: Person, linkId: string, change: Change) =>
  who.act((scope) => updateLink(scope, linkId, updateLinkBodySchema.parse(change)))
export const upsert = (who: Person, body: Body) => who.act((scope) => upsertLink(scope, createLinkBodySchema.parse(body)))
