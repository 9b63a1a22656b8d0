/** Errors of attribution. */
import { badRequest } from '../../kernel/errors.js'

export const overridesNeedDryRun = () =>
  badRequest('attributionModel and attributionWindowDays are only accepted with dryRun. To apply them, change the workspace settings.')
