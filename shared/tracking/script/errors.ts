import { notFound } from '../../kernel/errors.js'

export const scriptNotFound = () => notFound('Script not found.')
