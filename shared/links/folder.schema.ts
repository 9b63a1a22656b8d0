import { z } from 'zod'
import { folderAccessLevels } from './folder.entity.js'

export const FolderSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    type: z.enum(['default', 'mega']).describe('Links of a `mega` folder are left out of lists and analytics of the whole workspace.'),
    accessLevel: z
      .enum(folderAccessLevels)
      .nullable()
      .default('write')
      .describe('What every member of the workspace may do; null keeps the folder to those named in it.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'FolderSchema', title: 'Folder' })
