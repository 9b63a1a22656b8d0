/** All entities of the ORM. */
import { Invite } from './accounts/invite.entity.js'
import { Member } from './accounts/member.entity.js'
import { OauthApp } from './accounts/oauth/oauth-app.entity.js'
import { SavedView } from './accounts/saved-views/saved-view.entity.js'
import { Token } from './accounts/token.entity.js'
import { User } from './accounts/user.entity.js'
import { Workspace } from './accounts/workspace.entity.js'
import { Bounty } from './bounties/bounty.entity.js'
import { BountySubmission } from './bounties/submissions/submission.entity.js'
import { Campaign } from './campaigns/campaigns/campaign.entity.js'
import { Customer } from './customers/customer.entity.js'
import { Commission } from './earnings/commissions/commission.entity.js'
import { Discount } from './earnings/discounts/discount.entity.js'
import { Reward } from './earnings/rewards/reward.entity.js'
import { EmbedToken } from './embed/embed-token.entity.js'
import { Dashboard } from './links/dashboards/dashboard.entity.js'
import { Domain } from './links/domain.entity.js'
import { Folder, FolderUser } from './links/folder.entity.js'
import { Link } from './links/link.entity.js'
import { LinkTag, Tag } from './links/tag.entity.js'
import { UtmTemplate } from './links/utm-templates/utm-template.entity.js'
import { DiscoveredPartner } from './network/discovery/discovered-partner.entity.js'
import { ProgramResource } from './network/resources/program-resource.entity.js'
import { SubmittedLead } from './network/submitted-leads/submitted-lead.entity.js'
import { PartnerUser, PartnerUserInvite } from './partner-accounts/partner-user.entity.js'
import { PartnerComment } from './partners/comments/partner-comment.entity.js'
import { Enrolment } from './partners/enrolment.entity.js'
import { GroupDefaultLink } from './partners/groups/group-default-link.entity.js'
import { PartnerGroup } from './partners/groups/partner-group.entity.js'
import { Partner } from './partners/partner.entity.js'
import { Program } from './partners/programs/program.entity.js'
import { PartnerTag } from './partners/tags/partner-tag.entity.js'
import { Webhook } from './webhooks/webhook.entity.js'

export const entities = [
  User,
  Workspace,
  Member,
  Invite,
  Token,
  OauthApp,
  SavedView,
  Domain,
  Folder,
  FolderUser,
  Tag,
  LinkTag,
  Link,
  UtmTemplate,
  Dashboard,
  Customer,
  Webhook,
  Program,
  PartnerGroup,
  GroupDefaultLink,
  Partner,
  Enrolment,
  PartnerTag,
  PartnerComment,
  PartnerUser,
  PartnerUserInvite,
  Reward,
  Discount,
  Commission,
  Bounty,
  BountySubmission,
  Campaign,
  EmbedToken,
  ProgramResource,
  SubmittedLead,
  DiscoveredPartner,
]
