/** Creates and updates links with input parsed as by the routes. */
import type { z } from 'zod'
import { createLink, createLinkBodySchema, updateLink, updateLinkBodySchema, upsertLink } from '../../shared/links/index.js'
import type { TestMember } from './callers.js'

export type Body = z.input<typeof createLinkBodySchema>
export type Change = z.input<typeof updateLinkBodySchema>

export const create = (member: TestMember, body: Partial<Body> = {}) =>
  member.run((scope) => createLink(scope, createLinkBodySchema.parse({ url: 'https://example.com/page', ...body })))
export const update = (member: TestMember, linkId: string, change: Change) =>
  member.run((scope) => updateLink(scope, linkId, updateLinkBodySchema.parse(change)))
export const upsert = (member: TestMember, body: Body) => member.run((scope) => upsertLink(scope, createLinkBodySchema.parse(body)))
