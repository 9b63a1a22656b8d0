/** Errors of the exports domain. Each message is defined only here. */
import { badRequest, conflict, notFound, unprocessable } from '../kernel/errors.js'

export const archiveInvalid = () =>
  unprocessable(
    'The file is not an archive of a workspace, or it is damaged. Export the workspace again with POST /workspaces/{idOrSlug}/export.',
  )
export const archiveUnreadable = (reason: string) => badRequest(`The archive could not be downloaded: ${reason}`)
export const columnUnknown = (table: string, column: string) =>
  unprocessable(`The archive has a column ${table}.${column} that this installation lacks. Upgrade this installation first.`)
export const workspaceNotEmpty = (table: string) =>
  conflict(`The workspace has rows in ${table}. Archives are imported into empty workspaces only: create a new one.`)
export const targetNotFound = () => notFound('The workspace does not exist, or it has no owner.')
/** Messages of rows that were not imported. */
export const rowTaken = 'A row with this key exists on this installation, or the domain of the link belongs to another workspace.'
export const rowRefused = (reason: string) => `The row refers to one that was not imported, or does not fit: ${reason}`
