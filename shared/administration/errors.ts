import { notFound } from '../kernel/errors.js'

export const partnerNotFound = (id: string) => notFound(`Partner \`${id}\` not found.`)
