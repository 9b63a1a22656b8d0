import type { z } from 'zod'
import type { Folder } from '../folder.entity.js'
import type { FolderSchema } from '../folder.schema.js'

export type FolderResponse = z.input<typeof FolderSchema>

export const presentFolder = ({ id, name, description, type, accessLevel, createdAt, updatedAt }: Folder): FolderResponse => ({
  id,
  name,
  description: description ?? null,
  type,
  accessLevel: accessLevel ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
