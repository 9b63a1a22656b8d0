import { notFound } from '../../kernel/errors.js'

export const scriptNotFound = () => notFound('There is no script of this name.')
