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
export const userNotMember = (column: string) =>
  `The user in ${column} is not a member of this workspace. Add the member before the import, or create the row again here.`
export const referenceMissing = (columns: string) =>
  `The row refers in ${columns} to one that does not exist here: it was refused, or is missing in the archive.`
export const valueMissing = (column: string) => `The row has no value in ${column}.`
export const valueInvalid = 'A value of the row does not fit its column, or it contradicts another one.'
