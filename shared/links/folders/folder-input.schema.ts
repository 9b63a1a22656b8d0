/** Request and response schemas of folders. */
import { z } from 'zod'
import { roles } from '../../accounts/index.js'
import { pageFields } from '../../kernel/input-fields.js'
import { folderAccessLevels, folderRoles } from '../folder.entity.js'
import { maxNameLength } from '../limits.js'

const name = z
  .string()
  .trim()
  .min(1)
  .max(maxNameLength)
  .meta({ description: 'Name of the folder, unique in the workspace regardless of case.' })
const description = z.string().max(500).nullish().meta({ description: 'Purpose of the folder.' })
const accessLevel = z
  .enum(folderAccessLevels)
  .nullable()
  .meta({ description: 'Access for all members of the workspace: `write`, `read`, or null for users with a role in the folder only.' })

export const createFolderBodySchema = z.object({ name, description, accessLevel: accessLevel.default('write') })
export type CreateFolder = z.infer<typeof createFolderBodySchema>

export const updateFolderBodySchema = z.object({ name: name.optional(), description, accessLevel: accessLevel.optional() })
export type UpdateFolder = z.infer<typeof updateFolderBodySchema>

const search = z.string().optional().meta({ description: 'Filter by text in the folder name, regardless of case.' })
export const listFoldersQuerySchema = z.object({ search, ...pageFields(50) })
export type ListFolders = z.infer<typeof listFoldersQuerySchema>
export const countFoldersQuerySchema = z.object({ search })
export type CountFolders = z.infer<typeof countFoldersQuerySchema>

export const FolderParams = z.object({ id: z.string().meta({ description: 'Id of the folder.' }) })
export const FolderUserParams = FolderParams.extend({ userId: z.string() })
export const DeletedFolder = z.object({ id: z.string().meta({ description: 'Id of the deleted folder.' }) })

/** Null revokes all access of the user, whatever the access level of the folder. */
const role = z.enum(folderRoles).nullable()
export const setFolderRoleBodySchema = z.object({ role })
export type SetFolderRole = z.infer<typeof setFolderRoleBodySchema>

export const FolderMember = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  image: z.string().nullable(),
  role,
  workspaceRole: z.enum(roles),
})
export type FolderMember = z.infer<typeof FolderMember>

export const FolderPermissions = z.object({ id: z.string(), name: z.string(), permissions: z.string().array() })
