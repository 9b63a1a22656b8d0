import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

export const folderAccessLevels = ['write', 'read'] as const
export type FolderAccessLevel = (typeof folderAccessLevels)[number]
export const folderRoles = ['owner', 'editor', 'viewer'] as const
export type FolderRole = (typeof folderRoles)[number]

export const Folder = defineEntity({
  name: 'Folder',
  tableName: 'folders',
  properties: {
    id: p.string().primary(),
    /** Null for a deleted folder whose links are being detached. */
    workspaceId: p.string().nullable(),
    name: p.string(),
    description: p.string().nullable(),
    type: p.string().$type<'default' | 'mega'>().default('default'),
    /** Access of every member; null restricts the folder to users with a role in it. */
    accessLevel: p.string().$type<FolderAccessLevel>().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Folder = InferEntity<typeof Folder>

/** Role of one user in a folder. Takes precedence over the folder's access level; null means explicitly no access. */
export const FolderUser = defineEntity({
  name: 'FolderUser',
  tableName: 'folder_users',
  properties: {
    folderId: p.string().primary(),
    userId: p.string().primary(),
    role: p.string().$type<FolderRole>().nullable(),
    createdAt: p.datetime(),
  },
})
export type FolderUser = InferEntity<typeof FolderUser>
