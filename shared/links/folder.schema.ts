import { z } from 'zod'
import { folderAccessLevels } from './folder.entity.js'

export const FolderSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    type: z.enum(['default', 'mega']).describe('Links in a `mega` folder are excluded from lists and analytics of the whole workspace.'),
    accessLevel: z
      .enum(folderAccessLevels)
      .nullable()
      .default('write')
      .describe('Access of every member of the workspace; null restricts the folder to users with a role in it.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'FolderSchema', title: 'Folder' })
