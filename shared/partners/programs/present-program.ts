import type { Program } from './program.entity.js'
import type { ProgramResponse } from './program.schema.js'

const instant = (value: Date | null | undefined) => value?.toISOString() ?? null

export function presentProgram(program: Program): ProgramResponse {
  const { id, name, slug, primaryRewardEvent, minPayoutAmount, payoutMode, categories, defaultGroupId } = program
  return {
    id,
    name,
    slug,
    primaryRewardEvent,
    minPayoutAmount,
    payoutMode,
    categories,
    defaultGroupId,
    logo: program.logo ?? null,
    domain: program.domain ?? null,
    url: program.url ?? null,
    description: program.description ?? null,
    defaultFolderId: program.defaultFolderId ?? null,
    supportEmail: program.supportEmail ?? null,
    helpUrl: program.helpUrl ?? null,
    termsUrl: program.termsUrl ?? null,
    referralFormData: (program.referralFormData ?? null) as ProgramResponse['referralFormData'],
    applicationRequirements: program.applicationRequirements ?? null,
    inviteEmailData: (program.inviteEmailData ?? null) as ProgramResponse['inviteEmailData'],
    embedData: (program.embedData ?? null) as ProgramResponse['embedData'],
    addedToMarketplaceAt: instant(program.addedToMarketplaceAt),
    messagingEnabledAt: instant(program.messagingEnabledAt),
    partnerNetworkEnabledAt: instant(program.partnerNetworkEnabledAt),
    createdAt: program.createdAt.toISOString(),
    updatedAt: program.updatedAt.toISOString(),
    startedAt: instant(program.startedAt),
    deactivatedAt: instant(program.deactivatedAt),
  }
}
