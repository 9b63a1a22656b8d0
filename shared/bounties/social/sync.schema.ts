import { z } from 'zod'
import { idText } from '../../kernel/input-fields.js'

export const SyncSocialMetrics = z
  .object({ submissionId: idText().optional().meta({ description: 'Syncs this submission now; without it, a job syncs all of them.' }) })
  .optional()
export const SyncStarted = z.object({ success: z.boolean() })
