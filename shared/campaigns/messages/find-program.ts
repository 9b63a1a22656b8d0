import type { Scope } from '../../kernel/scope.js'
import { Program } from '../../partners/index.js'

/** A program by its id or slug, which partners may know. */
export const findProgram = ({ em }: Pick<Scope, 'em'>, idOrSlug: string): Promise<Program | null> =>
  em.findOne(Program, { $or: [{ id: idOrSlug }, { slug: idOrSlug }] })
