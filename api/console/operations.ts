/** Written by `npm run console:operations` from the endpoint tables: the operations that the browser clients call. Not edited by hand. */

export const rolePermissions = {
  owner: [
    'links.read',
    'links.write',
    'analytics.read',
    'customers.read',
    'customers.write',
    'conversions.write',
    'workspaces.read',
    'workspaces.write',
    'workspaces.export',
    'domains.read',
    'domains.write',
    'tags.read',
    'tags.write',
    'folders.read',
    'folders.write',
    'tokens.read',
    'tokens.write',
    'oauth_apps.read',
    'oauth_apps.write',
    'integrations.read',
    'integrations.write',
    'webhooks.read',
    'webhooks.write',
    'groups.read',
    'groups.write',
    'memories.read',
    'memories.write',
    'messages.read',
    'messages.write',
    'payouts.write',
    'billing.write',
  ],
  member: [
    'links.read',
    'links.write',
    'analytics.read',
    'customers.read',
    'customers.write',
    'conversions.write',
    'workspaces.read',
    'domains.read',
    'tags.read',
    'tags.write',
    'folders.read',
    'folders.write',
    'tokens.read',
    'oauth_apps.read',
    'integrations.read',
    'integrations.write',
    'webhooks.read',
    'groups.read',
    'groups.write',
    'memories.read',
    'memories.write',
    'messages.read',
    'messages.write',
  ],
  viewer: [
    'links.read',
    'analytics.read',
    'customers.read',
    'workspaces.read',
    'domains.read',
    'tags.read',
    'folders.read',
    'tokens.read',
    'oauth_apps.read',
    'integrations.read',
    'webhooks.read',
    'groups.read',
    'memories.read',
    'messages.read',
  ],
  billing: [
    'links.read',
    'analytics.read',
    'workspaces.read',
    'domains.read',
    'tags.read',
    'folders.read',
    'tokens.read',
    'oauth_apps.read',
    'integrations.read',
    'webhooks.read',
    'groups.read',
    'memories.read',
    'messages.read',
    'payouts.write',
    'billing.write',
  ],
} as const

export const partnerRolePermissions = {
  owner: [
    'users.update',
    'users.delete',
    'user_invites.create',
    'user_invites.update',
    'user_invites.delete',
    'partner_profile.update',
    'payout_settings.update',
    'postbacks.read',
    'postbacks.write',
  ],
  member: [],
} as const

export const operations = {
  acceptOwnInvite: {
    method: 'POST',
    path: '/partner-profile/programs/{programId}/accept-invite',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  addMemories: {
    method: 'POST',
    path: '/memories',
    access: 'workspace',
    permissions: [
      'memories.write',
    ],
    plans: null,
  },
  addToMarketplace: {
    method: 'POST',
    path: '/admin/programs',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  aggregatePayouts: {
    method: 'POST',
    path: '/payouts/aggregate',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: null,
  },
  analyseCommissions: {
    method: 'GET',
    path: '/commissions/analytics',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: null,
  },
  applyToProgram: {
    method: 'POST',
    path: '/program-applications/apply',
    access: 'user',
    permissions: [],
    plans: null,
  },
  appointPlatformAdmin: {
    method: 'PATCH',
    path: '/admin/administrators',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  approveBountySubmission: {
    method: 'POST',
    path: '/bounties/{bountyId}/submissions/{submissionId}/approve',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  approveProgramApplication: {
    method: 'POST',
    path: '/program-applications/approve',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  archivePartner: {
    method: 'POST',
    path: '/partners/{partnerId}/archive',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  assignPartnerTags: {
    method: 'POST',
    path: '/partners/tags/assign',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  banLink: {
    method: 'DELETE',
    path: '/admin/links/ban',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  banPartner: {
    method: 'POST',
    path: '/partners/ban',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  banUser: {
    method: 'POST',
    path: '/admin/ban',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  bulkApproveApplications: {
    method: 'POST',
    path: '/program-applications/approve/bulk',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  bulkApprovePartners: {
    method: 'POST',
    path: '/partners/approve/bulk',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  bulkArchivePartners: {
    method: 'POST',
    path: '/partners/archive/bulk',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  bulkBanPartners: {
    method: 'POST',
    path: '/partners/ban/bulk',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  bulkCreateLinks: {
    method: 'POST',
    path: '/links/bulk',
    access: 'workspace',
    permissions: [
      'links.write',
    ],
    plans: null,
  },
  bulkDeactivatePartners: {
    method: 'POST',
    path: '/partners/deactivate/bulk',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  bulkDeleteLinks: {
    method: 'DELETE',
    path: '/links/bulk',
    access: 'workspace',
    permissions: [
      'links.write',
    ],
    plans: null,
  },
  bulkInvitePartners: {
    method: 'POST',
    path: '/partners/invites/bulk',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  bulkRejectApplications: {
    method: 'POST',
    path: '/program-applications/reject/bulk',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  bulkRejectPartners: {
    method: 'POST',
    path: '/partners/reject/bulk',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  bulkUpdateCommissions: {
    method: 'PATCH',
    path: '/commissions/bulk',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: null,
  },
  bulkUpdateLinks: {
    method: 'PATCH',
    path: '/links/bulk',
    access: 'workspace',
    permissions: [
      'links.write',
    ],
    plans: null,
  },
  cancelJob: {
    method: 'DELETE',
    path: '/jobs/{id}',
    access: 'workspace',
    permissions: [],
    plans: null,
  },
  cancelPayout: {
    method: 'POST',
    path: '/payouts/{id}/cancel',
    access: 'workspace',
    permissions: [
      'payouts.write',
    ],
    plans: null,
  },
  changeInvite: {
    method: 'PATCH',
    path: '/workspaces/{idOrSlug}/invites',
    access: 'workspace',
    permissions: [
      'workspaces.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  changeOwnPayoutSettings: {
    method: 'PATCH',
    path: '/partner-profile/payouts/settings',
    access: 'partner',
    permissions: [
      'payout_settings.update',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  changePartnerPreferences: {
    method: 'PATCH',
    path: '/partner-profile/notification-preferences',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  changePartnerRole: {
    method: 'PATCH',
    path: '/partner-profile/users',
    access: 'partner',
    permissions: [
      'users.update',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  changeRole: {
    method: 'PATCH',
    path: '/workspaces/{idOrSlug}/users',
    access: 'workspace',
    permissions: [
      'workspaces.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  changeSubmittedLead: {
    method: 'PATCH',
    path: '/submitted-leads/{leadId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  checkKey: {
    method: 'GET',
    path: '/links/exists',
    access: 'guest',
    permissions: [],
    plans: null,
  },
  configureIntegration: {
    method: 'PATCH',
    path: '/integrations/{providerSlug}',
    access: 'workspace',
    permissions: [
      'integrations.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  confirmPayouts: {
    method: 'POST',
    path: '/payouts/confirm',
    access: 'workspace',
    permissions: [
      'payouts.write',
    ],
    plans: null,
  },
  connectPaypal: {
    method: 'PUT',
    path: '/payouts/providers/paypal',
    access: 'workspace',
    permissions: [
      'payouts.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  connectStripe: {
    method: 'PUT',
    path: '/payouts/providers/stripe',
    access: 'workspace',
    permissions: [
      'payouts.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  countApplications: {
    method: 'GET',
    path: '/program-applications/count',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  countBountySubmissions: {
    method: 'GET',
    path: '/bounties/count/submissions',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  countCommissions: {
    method: 'GET',
    path: '/commissions/count',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: null,
  },
  countEligiblePayouts: {
    method: 'GET',
    path: '/programs/{programId}/payouts/eligible/count',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: null,
  },
  countExcludedRequests: {
    method: 'GET',
    path: '/analytics/excluded',
    access: 'workspace',
    permissions: [
      'analytics.read',
    ],
    plans: null,
  },
  countFraudGroups: {
    method: 'GET',
    path: '/fraud/groups/count',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  countMessages: {
    method: 'GET',
    path: '/messages/count',
    access: 'workspace',
    permissions: [
      'messages.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  countOwnEarnings: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/earnings/count',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  countOwnPayouts: {
    method: 'GET',
    path: '/partner-profile/payouts/count',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  countPartnerMessages: {
    method: 'GET',
    path: '/partner-profile/messages/count',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  countPartners: {
    method: 'GET',
    path: '/partners/count',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  countPayouts: {
    method: 'GET',
    path: '/payouts/count',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: null,
  },
  createBounty: {
    method: 'POST',
    path: '/bounties',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createBountySubmission: {
    method: 'POST',
    path: '/bounties/{bountyId}/submissions',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createCampaign: {
    method: 'POST',
    path: '/campaigns',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  createCommission: {
    method: 'POST',
    path: '/commissions',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: null,
  },
  createConnection: {
    method: 'POST',
    path: '/integrations/connections',
    access: 'workspace',
    permissions: [
      'integrations.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
    refusesImpersonation: true,
  },
  createCustomer: {
    method: 'POST',
    path: '/customers',
    access: 'workspace',
    permissions: [
      'customers.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createDashboard: {
    method: 'POST',
    path: '/dashboards',
    access: 'workspace',
    permissions: [
      'links.write',
    ],
    plans: null,
  },
  createDefaultLink: {
    method: 'POST',
    path: '/groups/{groupIdOrSlug}/default-links',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createDiscount: {
    method: 'POST',
    path: '/discounts',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createDiscountCode: {
    method: 'POST',
    path: '/discount-codes',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createDomain: {
    method: 'POST',
    path: '/domains',
    access: 'workspace',
    permissions: [
      'domains.write',
    ],
    plans: null,
  },
  createEmailDomain: {
    method: 'POST',
    path: '/email-domains',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  createEmbedLink: {
    method: 'POST',
    path: '/embed/referrals/links',
    access: 'embed',
    permissions: [],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  createEmbedSubmission: {
    method: 'POST',
    path: '/embed/referrals/bounties/{bountyId}/submissions',
    access: 'embed',
    permissions: [],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  createFolder: {
    method: 'POST',
    path: '/folders',
    access: 'workspace',
    permissions: [
      'folders.write',
    ],
    plans: [
      'pro',
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createGroup: {
    method: 'POST',
    path: '/groups',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createLink: {
    method: 'POST',
    path: '/links',
    access: 'workspace',
    permissions: [
      'links.write',
    ],
    plans: null,
  },
  createOauthApp: {
    method: 'POST',
    path: '/oauth/apps',
    access: 'workspace',
    permissions: [
      'oauth_apps.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  createOwnLink: {
    method: 'POST',
    path: '/partner-profile/programs/{programId}/links',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  createOwnSubmission: {
    method: 'POST',
    path: '/partner-profile/programs/{programId}/bounties/{bountyId}/submissions',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  createPartner: {
    method: 'POST',
    path: '/partners',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createPartnerAccount: {
    method: 'POST',
    path: '/partner-profile',
    access: 'user',
    permissions: [],
    plans: null,
  },
  createPartnerComment: {
    method: 'POST',
    path: '/partners/{partnerId}/comments',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createPartnerLink: {
    method: 'POST',
    path: '/partners/links',
    access: 'workspace',
    permissions: [
      'links.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createPasswordResetLink: {
    method: 'POST',
    path: '/admin/users/password-link',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  createPostback: {
    method: 'POST',
    path: '/partner-profile/postbacks',
    access: 'partner',
    permissions: [
      'postbacks.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  createProgram: {
    method: 'POST',
    path: '/programs',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createProgramResource: {
    method: 'POST',
    path: '/programs/{programId}/resources',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createReward: {
    method: 'POST',
    path: '/rewards',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  createTag: {
    method: 'POST',
    path: '/tags',
    access: 'workspace',
    permissions: [
      'tags.write',
    ],
    plans: null,
  },
  createToken: {
    method: 'POST',
    path: '/tokens',
    access: 'workspace',
    permissions: [
      'tokens.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  createUtmTemplate: {
    method: 'POST',
    path: '/utm',
    access: 'workspace',
    permissions: [
      'links.write',
    ],
    plans: null,
  },
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    access: 'workspace',
    permissions: [
      'webhooks.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
    refusesImpersonation: true,
  },
  createWorkspace: {
    method: 'POST',
    path: '/workspaces',
    access: 'user',
    permissions: [],
    plans: null,
  },
  deactivatePartner: {
    method: 'POST',
    path: '/partners/deactivate',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deactivateProgram: {
    method: 'POST',
    path: '/programs/{programId}/deactivate',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  declineOwnInvite: {
    method: 'POST',
    path: '/partner-profile/programs/{programId}/decline-invite',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  deleteBounty: {
    method: 'DELETE',
    path: '/bounties/{bountyId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deleteCampaign: {
    method: 'DELETE',
    path: '/campaigns/{campaignId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  deleteConnection: {
    method: 'DELETE',
    path: '/integrations/connections/{id}',
    access: 'workspace',
    permissions: [
      'integrations.write',
    ],
    plans: null,
  },
  deleteCustomer: {
    method: 'DELETE',
    path: '/customers/{id}',
    access: 'workspace',
    permissions: [
      'customers.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deleteDashboard: {
    method: 'DELETE',
    path: '/dashboards/{id}',
    access: 'workspace',
    permissions: [
      'links.write',
    ],
    plans: null,
  },
  deleteDefaultLink: {
    method: 'DELETE',
    path: '/groups/{groupIdOrSlug}/default-links/{defaultLinkId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deleteDiscount: {
    method: 'DELETE',
    path: '/discounts/{id}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deleteDiscountCode: {
    method: 'DELETE',
    path: '/discount-codes/{idOrCode}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deleteDomain: {
    method: 'DELETE',
    path: '/domains/{slug}',
    access: 'workspace',
    permissions: [
      'domains.write',
    ],
    plans: null,
  },
  deleteEmailDomain: {
    method: 'DELETE',
    path: '/email-domains/{emailDomainId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  deleteFolder: {
    method: 'DELETE',
    path: '/folders/{id}',
    access: 'workspace',
    permissions: [
      'folders.write',
    ],
    plans: [
      'pro',
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/groups/{groupIdOrSlug}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deleteLink: {
    method: 'DELETE',
    path: '/links/{linkId}',
    access: 'workspace',
    permissions: [
      'links.write',
    ],
    plans: null,
  },
  deleteMemory: {
    method: 'DELETE',
    path: '/memories/{memoryId}',
    access: 'workspace',
    permissions: [
      'memories.write',
    ],
    plans: null,
  },
  deleteMemoryEntity: {
    method: 'DELETE',
    path: '/memories/entities/{type}/{entityId}',
    access: 'workspace',
    permissions: [
      'memories.write',
    ],
    plans: null,
  },
  deleteOauthApp: {
    method: 'DELETE',
    path: '/oauth/apps/{id}',
    access: 'workspace',
    permissions: [
      'oauth_apps.write',
    ],
    plans: null,
  },
  deleteOwnLink: {
    method: 'DELETE',
    path: '/partner-profile/programs/{programId}/links/{linkId}',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  deletePartner: {
    method: 'DELETE',
    path: '/partners/{partnerId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deletePartnerComment: {
    method: 'DELETE',
    path: '/partners/{partnerId}/comments/{commentId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deletePartnerInvite: {
    method: 'DELETE',
    path: '/partners/invites/{partnerId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deletePayoutSettings: {
    method: 'DELETE',
    path: '/partners/{partnerId}/payout-settings',
    access: 'workspace',
    permissions: [
      'payouts.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  deletePostback: {
    method: 'DELETE',
    path: '/partner-profile/postbacks/{id}',
    access: 'partner',
    permissions: [
      'postbacks.write',
    ],
    plans: null,
  },
  deleteProgram: {
    method: 'DELETE',
    path: '/programs/{programId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deleteProgramResource: {
    method: 'DELETE',
    path: '/programs/{programId}/resources/{resourceId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deleteReward: {
    method: 'DELETE',
    path: '/rewards/{id}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  deleteSavedView: {
    method: 'DELETE',
    path: '/saved-views/{id}',
    access: 'workspace',
    permissions: [
      'workspaces.read',
    ],
    plans: null,
  },
  deleteTag: {
    method: 'DELETE',
    path: '/tags/{id}',
    access: 'workspace',
    permissions: [
      'tags.write',
    ],
    plans: null,
  },
  deleteToken: {
    method: 'DELETE',
    path: '/tokens/{id}',
    access: 'workspace',
    permissions: [
      'tokens.write',
    ],
    plans: null,
  },
  deleteUtmTemplate: {
    method: 'DELETE',
    path: '/utm/{id}',
    access: 'workspace',
    permissions: [
      'links.write',
    ],
    plans: null,
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/{id}',
    access: 'workspace',
    permissions: [
      'webhooks.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  disableWebhook: {
    method: 'POST',
    path: '/webhooks/{id}/disable',
    access: 'workspace',
    permissions: [
      'webhooks.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  disableWorkspace: {
    method: 'POST',
    path: '/admin/workspaces/disable',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  disconnectPayoutProvider: {
    method: 'DELETE',
    path: '/payouts/providers/{provider}',
    access: 'workspace',
    permissions: [
      'payouts.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  distrustPartner: {
    method: 'DELETE',
    path: '/admin/partners/trusted',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  duplicateCampaign: {
    method: 'POST',
    path: '/campaigns/{campaignId}/duplicate',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  enableWebhook: {
    method: 'POST',
    path: '/webhooks/{id}/enable',
    access: 'workspace',
    permissions: [
      'webhooks.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  exportAnalytics: {
    method: 'GET',
    path: '/analytics/export',
    access: 'workspace',
    permissions: [
      'analytics.read',
    ],
    plans: null,
  },
  exportApplications: {
    method: 'GET',
    path: '/program-applications/export',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  exportAuditEntries: {
    method: 'GET',
    path: '/admin/audit-entries/export',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  exportCommissions: {
    method: 'GET',
    path: '/commissions/export',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: null,
  },
  exportCustomers: {
    method: 'GET',
    path: '/customers/export',
    access: 'workspace',
    permissions: [
      'customers.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  exportLinks: {
    method: 'GET',
    path: '/links/export',
    access: 'workspace',
    permissions: [
      'links.read',
    ],
    plans: null,
  },
  exportOwnCustomers: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/customers/export',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  exportOwnEarnings: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/earnings/export',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  exportOwnEvents: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/events/export',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  exportOwnPayouts: {
    method: 'GET',
    path: '/partner-profile/payouts/export',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  exportPartners: {
    method: 'GET',
    path: '/partners/export',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  exportPayouts: {
    method: 'GET',
    path: '/payouts/export',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: null,
  },
  getApplication: {
    method: 'GET',
    path: '/program-applications/{applicationId}',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getApplicationAnalytics: {
    method: 'GET',
    path: '/program-applications/analytics',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getApplicationForm: {
    method: 'GET',
    path: '/program-applications/form',
    access: 'unauthenticated',
    permissions: [],
    plans: null,
  },
  getApplicationHistory: {
    method: 'GET',
    path: '/program-applications/history',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getBounty: {
    method: 'GET',
    path: '/bounties/{bountyId}',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getBountySubmission: {
    method: 'GET',
    path: '/bounties/{bountyId}/submissions/{submissionId}',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getCampaign: {
    method: 'GET',
    path: '/campaigns/{campaignId}',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  getCampaignEmail: {
    method: 'GET',
    path: '/campaigns/{campaignId}/email',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  getCommissionsForOperator: {
    method: 'GET',
    path: '/admin/commissions',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  getCustomer: {
    method: 'GET',
    path: '/customers/{id}',
    access: 'workspace',
    permissions: [
      'customers.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getCustomers: {
    method: 'GET',
    path: '/customers',
    access: 'workspace',
    permissions: [
      'customers.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getDashboardOfFolder: {
    method: 'GET',
    path: '/folders/{id}/dashboard',
    access: 'workspace',
    permissions: [
      'folders.read',
    ],
    plans: null,
  },
  getDashboardOfLink: {
    method: 'GET',
    path: '/links/{linkId}/dashboard',
    access: 'workspace',
    permissions: [
      'links.read',
    ],
    plans: null,
  },
  getDelivery: {
    method: 'GET',
    path: '/integrations/connections/{id}/deliveries/{deliveryId}',
    access: 'workspace',
    permissions: [
      'integrations.read',
    ],
    plans: null,
  },
  getEmbedLeaderboard: {
    method: 'GET',
    path: '/embed/referrals/leaderboard',
    access: 'embed',
    permissions: [],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  getEmbedOverview: {
    method: 'GET',
    path: '/embed/referrals/token',
    access: 'embed',
    permissions: [],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  getGroup: {
    method: 'GET',
    path: '/groups/{groupIdOrSlug}',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getIntegration: {
    method: 'GET',
    path: '/integrations/{providerSlug}',
    access: 'workspace',
    permissions: [
      'integrations.read',
    ],
    plans: null,
  },
  getJob: {
    method: 'GET',
    path: '/jobs/{id}',
    access: 'workspace',
    permissions: [],
    plans: null,
  },
  getLinkInfo: {
    method: 'GET',
    path: '/links/info',
    access: 'workspace',
    permissions: [
      'links.read',
    ],
    plans: null,
  },
  getLinks: {
    method: 'GET',
    path: '/links',
    access: 'workspace',
    permissions: [
      'links.read',
    ],
    plans: null,
  },
  getLog: {
    method: 'GET',
    path: '/logs/{id}',
    access: 'workspace',
    permissions: [
      'workspaces.read',
    ],
    plans: null,
  },
  getMemories: {
    method: 'GET',
    path: '/memories',
    access: 'workspace',
    permissions: [
      'memories.read',
    ],
    plans: null,
  },
  getMemoryEntities: {
    method: 'GET',
    path: '/memories/entities',
    access: 'workspace',
    permissions: [
      'memories.read',
    ],
    plans: null,
  },
  getMemoryHistory: {
    method: 'GET',
    path: '/memories/{memoryId}/history',
    access: 'workspace',
    permissions: [
      'memories.read',
    ],
    plans: null,
  },
  getMetatags: {
    method: 'GET',
    path: '/links/metatags',
    access: 'guest',
    permissions: [],
    plans: null,
  },
  getNetworkActivity: {
    method: 'GET',
    path: '/partners/{partnerId}/network-activity',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getNetworkInvitesUsage: {
    method: 'GET',
    path: '/network/partners/invites-usage',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  getOwnAnalytics: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/analytics',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  getOwnBounty: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/bounties/{bountyId}',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  getOwnEarningsSeries: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/earnings/timeseries',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  getOwnPayoutSettings: {
    method: 'GET',
    path: '/partner-profile/payouts/settings',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  getOwnProgram: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  getPartner: {
    method: 'GET',
    path: '/partners/{partnerId}',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getPartnerImage: {
    method: 'GET',
    path: '/partner-profile/image',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  getPartnerPreferences: {
    method: 'GET',
    path: '/partner-profile/notification-preferences',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  getPartnerProfile: {
    method: 'GET',
    path: '/partner-profile',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  getPayoutSettings: {
    method: 'GET',
    path: '/partners/{partnerId}/payout-settings',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: null,
  },
  getPayoutsForOperator: {
    method: 'GET',
    path: '/admin/payouts',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  getPlatformRole: {
    method: 'GET',
    path: '/user/platform-role',
    access: 'user',
    permissions: [],
    plans: null,
  },
  getPreviewImage: {
    method: 'GET',
    path: '/links/metatags/image',
    access: 'workspace',
    permissions: [
      'links.read',
    ],
    plans: null,
  },
  getProgram: {
    method: 'GET',
    path: '/programs/{programId}',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getPublicDashboard: {
    method: 'GET',
    path: '/dashboards/{id}/public',
    access: 'guest',
    permissions: [],
    plans: null,
  },
  getQRCode: {
    method: 'GET',
    path: '/qr',
    access: 'guest',
    permissions: [],
    plans: null,
  },
  getReferralSeries: {
    method: 'GET',
    path: '/partner-profile/referrals/timeseries',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  getReferralStats: {
    method: 'GET',
    path: '/partner-profile/referrals/stats',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  getRevenue: {
    method: 'GET',
    path: '/admin/revenue',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  getReward: {
    method: 'GET',
    path: '/rewards/{id}',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getSubmittedLead: {
    method: 'GET',
    path: '/submitted-leads/{leadId}',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getTags: {
    method: 'GET',
    path: '/tags',
    access: 'workspace',
    permissions: [
      'tags.read',
    ],
    plans: null,
  },
  getTopPrograms: {
    method: 'GET',
    path: '/admin/programs/sales',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  getUser: {
    method: 'GET',
    path: '/user',
    access: 'user',
    permissions: [],
    plans: null,
  },
  getUserForOperator: {
    method: 'GET',
    path: '/admin/users/{userId}',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  getVerification: {
    method: 'GET',
    path: '/admin/verification',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  getWebhookDelivery: {
    method: 'GET',
    path: '/webhooks/{id}/deliveries/{deliveryId}',
    access: 'workspace',
    permissions: [
      'webhooks.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  getWorkspace: {
    method: 'GET',
    path: '/workspaces/{idOrSlug}',
    access: 'workspace',
    permissions: [
      'workspaces.read',
    ],
    plans: null,
  },
  getYearInReview: {
    method: 'GET',
    path: '/partner-profile/rewind',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  ignoreNetworkPartner: {
    method: 'POST',
    path: '/network/partners/{partnerId}/ignore',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  impersonateUser: {
    method: 'POST',
    path: '/admin/impersonate',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  installIntegration: {
    method: 'POST',
    path: '/integrations',
    access: 'workspace',
    permissions: [
      'integrations.write',
    ],
    plans: null,
  },
  inviteNetworkPartner: {
    method: 'POST',
    path: '/network/partners/{partnerId}/invite',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  invitePartnerUser: {
    method: 'POST',
    path: '/partner-profile/invites',
    access: 'partner',
    permissions: [
      'user_invites.create',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  inviteTeammates: {
    method: 'POST',
    path: '/workspaces/{idOrSlug}/invites',
    access: 'workspace',
    permissions: [
      'workspaces.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  listActivities: {
    method: 'GET',
    path: '/activity-log',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listAllFraudAlerts: {
    method: 'GET',
    path: '/admin/fraud-alerts',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  listAuditEntries: {
    method: 'GET',
    path: '/admin/audit-entries',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  listBounties: {
    method: 'GET',
    path: '/bounties',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listBountySubmissions: {
    method: 'GET',
    path: '/bounties/{bountyId}/submissions',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listCampaignEvents: {
    method: 'GET',
    path: '/campaigns/{campaignId}/events',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  listCampaigns: {
    method: 'GET',
    path: '/campaigns',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  listCommissions: {
    method: 'GET',
    path: '/commissions',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: null,
  },
  listConnections: {
    method: 'GET',
    path: '/integrations/connections',
    access: 'workspace',
    permissions: [
      'integrations.read',
    ],
    plans: null,
  },
  listCustomerActivity: {
    method: 'GET',
    path: '/customers/{id}/activity',
    access: 'workspace',
    permissions: [
      'customers.read',
    ],
    plans: null,
  },
  listDefaultLinks: {
    method: 'GET',
    path: '/groups/{groupIdOrSlug}/default-links',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listDeliveries: {
    method: 'GET',
    path: '/integrations/connections/{id}/deliveries',
    access: 'workspace',
    permissions: [
      'integrations.read',
    ],
    plans: null,
  },
  listDiscountCodes: {
    method: 'GET',
    path: '/discount-codes',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listDiscounts: {
    method: 'GET',
    path: '/discounts',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listDomains: {
    method: 'GET',
    path: '/domains',
    access: 'workspace',
    permissions: [
      'domains.read',
    ],
    plans: null,
  },
  listEligiblePayouts: {
    method: 'GET',
    path: '/programs/{programId}/payouts/eligible',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: null,
  },
  listEmailDomains: {
    method: 'GET',
    path: '/email-domains',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  listEmbedBounties: {
    method: 'GET',
    path: '/embed/referrals/bounties',
    access: 'embed',
    permissions: [],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  listEmbedEarnings: {
    method: 'GET',
    path: '/embed/referrals/earnings',
    access: 'embed',
    permissions: [],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  listEmbedLinks: {
    method: 'GET',
    path: '/embed/referrals/links',
    access: 'embed',
    permissions: [],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  listEmbedSubmissions: {
    method: 'GET',
    path: '/embed/referrals/bounties/{bountyId}/submissions',
    access: 'embed',
    permissions: [],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    access: 'workspace',
    permissions: [
      'analytics.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listFolders: {
    method: 'GET',
    path: '/folders',
    access: 'workspace',
    permissions: [
      'folders.read',
    ],
    plans: null,
  },
  listFraudEvents: {
    method: 'GET',
    path: '/fraud/events',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  listFraudGroups: {
    method: 'GET',
    path: '/fraud/groups',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  listFraudRules: {
    method: 'GET',
    path: '/fraud/rules',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  listGroups: {
    method: 'GET',
    path: '/groups',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listInstallations: {
    method: 'GET',
    path: '/oauth/installations',
    access: 'workspace',
    permissions: [
      'integrations.read',
    ],
    plans: null,
  },
  listInvites: {
    method: 'GET',
    path: '/workspaces/{idOrSlug}/invites',
    access: 'workspace',
    permissions: [
      'workspaces.read',
    ],
    plans: null,
  },
  listInvoices: {
    method: 'GET',
    path: '/invoices',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: null,
  },
  listJobs: {
    method: 'GET',
    path: '/jobs',
    access: 'workspace',
    permissions: [],
    plans: null,
  },
  listLinksForOperator: {
    method: 'GET',
    path: '/admin/links',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  listLogs: {
    method: 'GET',
    path: '/logs',
    access: 'workspace',
    permissions: [
      'workspaces.read',
    ],
    plans: null,
  },
  listMarketplacePrograms: {
    method: 'GET',
    path: '/admin/programs',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  listMembers: {
    method: 'GET',
    path: '/workspaces/{idOrSlug}/users',
    access: 'workspace',
    permissions: [
      'workspaces.read',
    ],
    plans: null,
  },
  listMessages: {
    method: 'GET',
    path: '/messages',
    access: 'workspace',
    permissions: [
      'messages.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listNetworkPartners: {
    method: 'GET',
    path: '/network/partners',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  listNetworkPartnersForOperator: {
    method: 'GET',
    path: '/admin/partners/network',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  listNetworkPrograms: {
    method: 'GET',
    path: '/network/programs',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listOauthApps: {
    method: 'GET',
    path: '/oauth/apps',
    access: 'workspace',
    permissions: [
      'oauth_apps.read',
    ],
    plans: null,
  },
  listOwnActivities: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/activity-logs',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listOwnBounties: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/bounties',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listOwnCustomers: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/customers',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listOwnEarnings: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/earnings',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listOwnLeads: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/submitted-leads',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listOwnLinks: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/links',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listOwnPayouts: {
    method: 'GET',
    path: '/partner-profile/payouts',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listOwnPrograms: {
    method: 'GET',
    path: '/partner-profile/programs',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listOwnResources: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/resources',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listPartnerAccounts: {
    method: 'GET',
    path: '/partner-profile/accounts',
    access: 'user',
    permissions: [],
    plans: null,
  },
  listPartnerComments: {
    method: 'GET',
    path: '/partners/{partnerId}/comments',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listPartnerMessages: {
    method: 'GET',
    path: '/partner-profile/messages',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listPartnerTags: {
    method: 'GET',
    path: '/partners/tags',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listPartnerUserInvites: {
    method: 'GET',
    path: '/partner-profile/invites',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listPartnerUsers: {
    method: 'GET',
    path: '/partner-profile/users',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listPartners: {
    method: 'GET',
    path: '/partners',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listPayoutProviders: {
    method: 'GET',
    path: '/payouts/providers',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: null,
  },
  listPayouts: {
    method: 'GET',
    path: '/payouts',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: null,
  },
  listPlatformAdmins: {
    method: 'GET',
    path: '/admin/administrators',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  listPostbackEvents: {
    method: 'GET',
    path: '/partner-profile/postbacks/{id}/events',
    access: 'partner',
    permissions: [
      'postbacks.read',
    ],
    plans: null,
  },
  listPostbacks: {
    method: 'GET',
    path: '/partner-profile/postbacks',
    access: 'partner',
    permissions: [
      'postbacks.read',
    ],
    plans: null,
  },
  listProgramApplications: {
    method: 'GET',
    path: '/program-applications',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listProgramInvites: {
    method: 'GET',
    path: '/user/program-invites',
    access: 'user',
    permissions: [],
    plans: null,
  },
  listProgramResources: {
    method: 'GET',
    path: '/programs/{programId}/resources',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listProviders: {
    method: 'GET',
    path: '/integrations/providers',
    access: 'workspace',
    permissions: [
      'integrations.read',
    ],
    plans: null,
  },
  listRecentPrograms: {
    method: 'GET',
    path: '/admin/programs/recent',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  listReferralsToProgram: {
    method: 'GET',
    path: '/partner-profile/programs/{programId}/referrals',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listReferredPartners: {
    method: 'GET',
    path: '/partner-profile/referrals',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  listRewards: {
    method: 'GET',
    path: '/rewards',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listSavedViews: {
    method: 'GET',
    path: '/saved-views',
    access: 'workspace',
    permissions: [
      'workspaces.read',
    ],
    plans: null,
  },
  listScheduledJobs: {
    method: 'GET',
    path: '/admin/jobs',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  listSharedDomains: {
    method: 'GET',
    path: '/domains/default',
    access: 'workspace',
    permissions: [
      'domains.read',
    ],
    plans: null,
  },
  listSubmittedLeads: {
    method: 'GET',
    path: '/submitted-leads',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listTokens: {
    method: 'GET',
    path: '/tokens',
    access: 'workspace',
    permissions: [
      'tokens.read',
    ],
    plans: null,
  },
  listUsersForOperator: {
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  listUtmTemplates: {
    method: 'GET',
    path: '/utm',
    access: 'workspace',
    permissions: [
      'links.read',
    ],
    plans: null,
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    access: 'workspace',
    permissions: [
      'webhooks.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    access: 'workspace',
    permissions: [
      'webhooks.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listWorkflows: {
    method: 'GET',
    path: '/workflows',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  listWorkspaces: {
    method: 'GET',
    path: '/workspaces',
    access: 'user',
    permissions: [],
    plans: null,
  },
  markMessagesRead: {
    method: 'POST',
    path: '/messages/read',
    access: 'workspace',
    permissions: [
      'messages.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  markPartnerMessagesRead: {
    method: 'POST',
    path: '/partner-profile/messages/read',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  movePartnersToGroup: {
    method: 'POST',
    path: '/groups/{groupIdOrSlug}/partners',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  previewCampaign: {
    method: 'POST',
    path: '/campaigns/{campaignId}/preview',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  previewReward: {
    method: 'POST',
    path: '/rewards/preview',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  putPayoutSettings: {
    method: 'PUT',
    path: '/partners/{partnerId}/payout-settings',
    access: 'workspace',
    permissions: [
      'payouts.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  reactivatePartner: {
    method: 'POST',
    path: '/partners/{partnerId}/reactivate',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  reactivateProgram: {
    method: 'POST',
    path: '/programs/{programId}/reactivate',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  rejectBountySubmission: {
    method: 'POST',
    path: '/bounties/{bountyId}/submissions/{submissionId}/reject',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  rejectProgramApplication: {
    method: 'POST',
    path: '/program-applications/reject',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  removeFromMarketplace: {
    method: 'DELETE',
    path: '/admin/programs/{programId}',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  removeInstallation: {
    method: 'DELETE',
    path: '/oauth/installations/{id}',
    access: 'workspace',
    permissions: [
      'integrations.write',
    ],
    plans: null,
  },
  removeMember: {
    method: 'DELETE',
    path: '/workspaces/{idOrSlug}/users',
    access: 'workspace',
    permissions: [],
    plans: null,
  },
  removePartnerUser: {
    method: 'DELETE',
    path: '/partner-profile/users',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  reopenBountySubmission: {
    method: 'POST',
    path: '/bounties/{bountyId}/submissions/{submissionId}/reopen',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  replayDelivery: {
    method: 'POST',
    path: '/integrations/connections/{id}/deliveries/{deliveryId}/replay',
    access: 'workspace',
    permissions: [
      'integrations.write',
    ],
    plans: null,
  },
  replayWebhookDelivery: {
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{deliveryId}/replay',
    access: 'workspace',
    permissions: [
      'webhooks.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  reportPayoutFailed: {
    method: 'POST',
    path: '/payouts/{id}/failed',
    access: 'workspace',
    permissions: [
      'payouts.write',
    ],
    plans: null,
  },
  reportPayoutPaid: {
    method: 'POST',
    path: '/payouts/{id}/paid',
    access: 'workspace',
    permissions: [
      'payouts.write',
    ],
    plans: null,
  },
  resendPartnerInvite: {
    method: 'POST',
    path: '/partners/invites/{partnerId}/resend',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  resetLogInAttempts: {
    method: 'POST',
    path: '/admin/reset-login-attempts',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  resolveFraudGroup: {
    method: 'POST',
    path: '/fraud/groups/{fraudGroupId}/resolve',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  resolveFraudGroups: {
    method: 'POST',
    path: '/fraud/groups/resolve',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  restoreWorkspace: {
    method: 'POST',
    path: '/admin/workspaces/restore',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  retrieveAnalytics: {
    method: 'GET',
    path: '/analytics',
    access: 'workspace',
    permissions: [
      'analytics.read',
    ],
    plans: null,
  },
  retrieveAnalyticsForOperator: {
    method: 'GET',
    path: '/admin/analytics',
    access: 'admin',
    permissions: [],
    plans: null,
  },
  retrievePartnerLinks: {
    method: 'GET',
    path: '/partners/links',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  retrievePublicAnalytics: {
    method: 'GET',
    path: '/analytics/dashboard',
    access: 'guest',
    permissions: [],
    plans: null,
  },
  retryPayout: {
    method: 'POST',
    path: '/payouts/{id}/retry',
    access: 'workspace',
    permissions: [
      'payouts.write',
    ],
    plans: null,
  },
  reviewFraudAlert: {
    method: 'PATCH',
    path: '/admin/fraud-alerts/{fraudAlertId}',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  rotateOauthAppSecret: {
    method: 'POST',
    path: '/oauth/apps/{id}/secret',
    access: 'workspace',
    permissions: [
      'oauth_apps.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  rotatePostbackSecret: {
    method: 'POST',
    path: '/partner-profile/postbacks/{id}/rotate-secret',
    access: 'partner',
    permissions: [
      'postbacks.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  runScheduledJob: {
    method: 'POST',
    path: '/admin/jobs/{name}/run',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  saveView: {
    method: 'POST',
    path: '/saved-views',
    access: 'workspace',
    permissions: [
      'workspaces.read',
    ],
    plans: null,
  },
  searchMemories: {
    method: 'POST',
    path: '/memories/search',
    access: 'workspace',
    permissions: [
      'memories.read',
    ],
    plans: null,
  },
  selectPartnerAccount: {
    method: 'POST',
    path: '/partner-profile/accounts/{partnerId}/select',
    access: 'user',
    permissions: [],
    plans: null,
  },
  sendMessage: {
    method: 'POST',
    path: '/messages',
    access: 'workspace',
    permissions: [
      'messages.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  sendPartnerMessage: {
    method: 'POST',
    path: '/partner-profile/messages',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  setDefaultGroup: {
    method: 'POST',
    path: '/groups/{groupIdOrSlug}/default',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  setNetworkStatus: {
    method: 'PATCH',
    path: '/admin/partners/{partnerId}/network-status',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  setPlan: {
    method: 'PATCH',
    path: '/admin/workspaces/{idOrSlug}',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  setPrimaryDomain: {
    method: 'POST',
    path: '/domains/{slug}/primary',
    access: 'workspace',
    permissions: [
      'domains.write',
    ],
    plans: null,
  },
  starNetworkPartner: {
    method: 'POST',
    path: '/network/partners/{partnerId}/star',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  submitLead: {
    method: 'POST',
    path: '/partner-profile/programs/{programId}/submitted-leads',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  submitPartnerProfile: {
    method: 'POST',
    path: '/partner-profile/submit',
    access: 'partner',
    permissions: [
      'partner_profile.update',
    ],
    plans: null,
  },
  summariseCampaign: {
    method: 'GET',
    path: '/campaigns/{campaignId}/summary',
    access: 'workspace',
    permissions: [
      'groups.read',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  syncSocialMetrics: {
    method: 'POST',
    path: '/bounties/{bountyId}/sync-social-metrics',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  testPostback: {
    method: 'POST',
    path: '/partner-profile/postbacks/{id}/send-test',
    access: 'partner',
    permissions: [
      'postbacks.write',
    ],
    plans: null,
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/{id}/test',
    access: 'workspace',
    permissions: [
      'webhooks.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  trustPartner: {
    method: 'POST',
    path: '/admin/partners/trusted',
    access: 'admin',
    permissions: [
      'owner',
    ],
    plans: null,
  },
  unbanPartner: {
    method: 'POST',
    path: '/partners/{partnerId}/unban',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  uninstallIntegration: {
    method: 'DELETE',
    path: '/integrations/{providerSlug}',
    access: 'workspace',
    permissions: [
      'integrations.write',
    ],
    plans: null,
  },
  updateBounty: {
    method: 'PATCH',
    path: '/bounties/{bountyId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  updateCampaign: {
    method: 'PATCH',
    path: '/campaigns/{campaignId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  updateCommission: {
    method: 'PATCH',
    path: '/commissions/{id}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: null,
  },
  updateConnection: {
    method: 'PATCH',
    path: '/integrations/connections/{id}',
    access: 'workspace',
    permissions: [
      'integrations.write',
    ],
    plans: null,
  },
  updateCustomer: {
    method: 'PATCH',
    path: '/customers/{id}',
    access: 'workspace',
    permissions: [
      'customers.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  updateDashboard: {
    method: 'PATCH',
    path: '/dashboards/{id}',
    access: 'workspace',
    permissions: [
      'links.write',
    ],
    plans: null,
  },
  updateDefaultLink: {
    method: 'PATCH',
    path: '/groups/{groupIdOrSlug}/default-links/{defaultLinkId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  updateDiscount: {
    method: 'PATCH',
    path: '/discounts/{id}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  updateDomain: {
    method: 'PATCH',
    path: '/domains/{slug}',
    access: 'workspace',
    permissions: [
      'domains.write',
    ],
    plans: null,
  },
  updateFolder: {
    method: 'PATCH',
    path: '/folders/{id}',
    access: 'workspace',
    permissions: [
      'folders.write',
    ],
    plans: [
      'pro',
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  updateFraudRules: {
    method: 'PATCH',
    path: '/fraud/rules',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  updateGroup: {
    method: 'PATCH',
    path: '/groups/{groupIdOrSlug}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  updateLink: {
    method: 'PATCH',
    path: '/links/{linkId}',
    access: 'workspace',
    permissions: [
      'links.write',
    ],
    plans: null,
  },
  updateMemory: {
    method: 'PATCH',
    path: '/memories/{memoryId}',
    access: 'workspace',
    permissions: [
      'memories.write',
    ],
    plans: null,
  },
  updateOauthApp: {
    method: 'PATCH',
    path: '/oauth/apps/{id}',
    access: 'workspace',
    permissions: [
      'oauth_apps.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  updateOwnLink: {
    method: 'PATCH',
    path: '/partner-profile/programs/{programId}/links/{linkId}',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  updatePartner: {
    method: 'PATCH',
    path: '/partners/{partnerId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  updatePartnerComment: {
    method: 'PATCH',
    path: '/partners/{partnerId}/comments/{commentId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  updatePartnerProfile: {
    method: 'PATCH',
    path: '/partner-profile',
    access: 'partner',
    permissions: [
      'partner_profile.update',
    ],
    plans: null,
  },
  updatePostback: {
    method: 'PATCH',
    path: '/partner-profile/postbacks/{id}',
    access: 'partner',
    permissions: [
      'postbacks.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  updateProgram: {
    method: 'PATCH',
    path: '/programs/{programId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  updateProgramResource: {
    method: 'PATCH',
    path: '/programs/{programId}/resources/{resourceId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  updateReward: {
    method: 'PATCH',
    path: '/rewards/{id}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  updateTag: {
    method: 'PATCH',
    path: '/tags/{id}',
    access: 'workspace',
    permissions: [
      'tags.write',
    ],
    plans: null,
  },
  updateToken: {
    method: 'PATCH',
    path: '/tokens/{id}',
    access: 'workspace',
    permissions: [
      'tokens.write',
    ],
    plans: null,
    refusesImpersonation: true,
  },
  updateUser: {
    method: 'PATCH',
    path: '/user',
    access: 'user',
    permissions: [],
    plans: null,
    refusesImpersonation: true,
  },
  updateUtmTemplate: {
    method: 'PATCH',
    path: '/utm/{id}',
    access: 'workspace',
    permissions: [
      'links.write',
    ],
    plans: null,
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/webhooks/{id}',
    access: 'workspace',
    permissions: [
      'webhooks.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
    refusesImpersonation: true,
  },
  updateWorkflow: {
    method: 'PATCH',
    path: '/workflows/{workflowId}',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  updateWorkspace: {
    method: 'PATCH',
    path: '/workspaces/{idOrSlug}',
    access: 'workspace',
    permissions: [
      'workspaces.write',
    ],
    plans: null,
  },
  uploadBountyFile: {
    method: 'POST',
    path: '/bounties/{bountyId}/files',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'business',
      'business plus',
      'business extra',
      'business max',
      'advanced',
      'enterprise',
    ],
  },
  uploadEmbedFile: {
    method: 'POST',
    path: '/embed/referrals/bounties/{bountyId}/upload',
    access: 'embed',
    permissions: [],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  uploadMessageAttachment: {
    method: 'POST',
    path: '/messages/attachments',
    access: 'workspace',
    permissions: [
      'messages.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  uploadOwnFile: {
    method: 'POST',
    path: '/partner-profile/programs/{programId}/bounties/{bountyId}/upload',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  uploadPartnerMessageAttachment: {
    method: 'POST',
    path: '/partner-profile/messages/attachments',
    access: 'partner',
    permissions: [],
    plans: null,
  },
  verifyDomain: {
    method: 'GET',
    path: '/domains/{slug}/verify',
    access: 'workspace',
    permissions: [
      'domains.read',
    ],
    plans: null,
  },
  verifyEmailDomain: {
    method: 'POST',
    path: '/email-domains/{emailDomainId}/verify',
    access: 'workspace',
    permissions: [
      'groups.write',
    ],
    plans: [
      'advanced',
      'enterprise',
    ],
  },
  withdrawApplication: {
    method: 'POST',
    path: '/program-applications/withdraw',
    access: 'user',
    permissions: [],
    plans: null,
  },
  withdrawInvite: {
    method: 'DELETE',
    path: '/workspaces/{idOrSlug}/invites',
    access: 'workspace',
    permissions: [
      'workspaces.write',
    ],
    plans: null,
  },
  withdrawPartnerUserInvite: {
    method: 'DELETE',
    path: '/partner-profile/invites',
    access: 'partner',
    permissions: [
      'user_invites.delete',
    ],
    plans: null,
  },
} as const

export interface Operations {
  acceptOwnInvite: {
    params: {
      programId: string
    }
    query: undefined
    body: undefined
    output: unknown
  }
  addMemories: {
    params: undefined
    query: undefined
    body: {
      messages?: 
        | string
        | {
          role?: string
          content: 
            | string
            | Array<{
              type: string
              text?: string
            }>
          name?: string
        }
        | Array<{
          role?: string
          content: 
            | string
            | Array<{
              type: string
              text?: string
            }>
          name?: string
        }>
      memories?: Array<{
        text: string
        user_id?: string | number | null
        agent_id?: string | number | null
        run_id?: string | number | null
        metadata?: Record<string, unknown> | null
        expiration_date?: string | null
        timestamp?: number | string | null
        customer_id?: string | null
        link_id?: string | null
        partner_id?: string | null
        role?: string
        actor_id?: string
      }>
      user_id?: string | number | null
      agent_id?: string | number | null
      run_id?: string | number | null
      metadata?: Record<string, unknown> | null
      expiration_date?: string | null
      timestamp?: number | string | null
      customer_id?: string | null
      link_id?: string | null
      partner_id?: string | null
      infer?: boolean
      custom_instructions?: string | null
    }
    output: {
      results: Array<{
        id: string
        memory: string
        event: "ADD" | "UPDATE" | "NOOP"
      }>
      reason?: string
    }
  }
  addToMarketplace: {
    params: undefined
    query: undefined
    body: {
      programSlug: string
      description?: string | null
      categories?: Array<
        | "AI"
        | "Development"
        | "Design"
        | "Productivity"
        | "Finance"
        | "Marketing"
        | "Ecommerce"
        | "Security"
        | "Education"
        | "Health"
        | "Consumer"
        | "Support">
      featured?: boolean
    }
    output: unknown
  }
  aggregatePayouts: {
    params: undefined
    query: undefined
    body: undefined
    output: {
      success: boolean
    }
  }
  analyseCommissions: {
    params: undefined
    query: {
      type?: "click" | "lead" | "sale" | "referral" | "custom"
      customerId?: string
      payoutId?: string
      partnerId?: string
      tenantId?: string
      groupId?: string
      partnerTagId?: string
      invoiceId?: string
      status?: 
        | "pending"
        | "processed"
        | "paid"
        | "refunded"
        | "duplicate"
        | "fraud"
        | "canceled"
        | "hold"
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
      query?: string
      groupBy?: 
        | "timeseries"
        | "partnerId"
        | "groupId"
        | "partnerTagId"
        | "type"
    }
    body: undefined
    output: 
      | Array<{
        start: string
        earnings: number
        count: number
      }>
      | Array<{
        partnerId: string
        name: string
        image: string | null
        country: string | null
        earnings: number
        commissionCount: number
      }>
      | Array<{
        groupId: string
        name: string
        earnings: number
        count: number
      }>
      | Array<{
        partnerTagId: string
        name: string
        earnings: number
        count: number
      }>
      | Array<{
        key: "click" | "lead" | "sale" | "referral" | "custom"
        label: string
        earnings: number
        count: number
      }>
  }
  applyToProgram: {
    params: undefined
    query: undefined
    body: {
      programSlug: string
      group?: string
      referredBy?: string
      country?: string | null
      answers?: Array<{
        fieldId: string
        value: string | string[]
      }>
      platforms?: {
        website?: string
        youtube?: string
        twitter?: string
        linkedin?: string
        instagram?: string
        tiktok?: string
      }
      name?: string
    }
    output: {
      id: string
      partnerId: string
      status: 
        | "pending"
        | "approved"
        | "rejected"
        | "invited"
        | "declined"
        | "deactivated"
        | "banned"
        | "archived"
    }
  }
  appointPlatformAdmin: {
    params: undefined
    query: undefined
    body: {
      email: string
      role: "owner" | "member" | "viewer" | "billing" | null
    }
    output: {
      id: string
      email: string | null
      role: "owner" | "member" | "viewer" | "billing" | null
    }
  }
  approveBountySubmission: {
    params: {
      bountyId: string
      submissionId: string
    }
    query: undefined
    body: {
      rewardAmount?: number | null
    }
    output: {
      id: string
      bountyId: string
      partnerId: string
      description: string | null
      urls: string[] | null
      files: 
        | Array<{
          url: string
          fileName: string
          size: number
        }>
        | null
      status: "draft" | "submitted" | "approved" | "rejected"
      performanceCount: number | null
      socialMetricCount: number | null
      socialMetricsLastSyncedAt?: string | null
      createdAt: string
      completedAt: string | null
      reviewedAt: string | null
      rejectionReason: string | null
      rejectionNote: string | null
      periodNumber: number
    }
  }
  approveProgramApplication: {
    params: undefined
    query: undefined
    body: {
      partnerId: string
      groupId?: string | null
    }
    output: {
      partnerId: string
    }
  }
  archivePartner: {
    params: {
      partnerId: string
    }
    query: undefined
    body: undefined
    output: {
      partnerId: string
    }
  }
  assignPartnerTags: {
    params: undefined
    query: undefined
    body: {
      partnerIds: string[]
      addTagIds?: string[]
      removeTagIds?: string[]
    }
    output: {
      partnerIds: string[]
    }
  }
  banLink: {
    params: undefined
    query: {
      domain: string
      key: string
    }
    body: undefined
    output: {
      id: string
      domain: string
      key: string
      blockedHost: string | null
    }
  }
  banPartner: {
    params: undefined
    query: undefined
    body: {
      partnerId?: string | null
      tenantId?: string | null
      reason: 
        | "tos_violation"
        | "inappropriate_content"
        | "fake_traffic"
        | "fraud"
        | "spam"
        | "brand_abuse"
    }
    output: {
      partnerId: string
    }
  }
  banUser: {
    params: undefined
    query: undefined
    body: {
      email: string
      blockEmailDomain?: boolean
    }
    output: {
      success: true
    }
  }
  bulkApproveApplications: {
    params: undefined
    query: undefined
    body: {
      partnerIds: string[]
      groupId?: string | null
    }
    output: {
      partnerIds: string[]
    }
  }
  bulkApprovePartners: {
    params: undefined
    query: undefined
    body: {
      partnerIds: string[]
      groupId?: string | null
    }
    output: {
      partnerIds: string[]
    }
  }
  bulkArchivePartners: {
    params: undefined
    query: undefined
    body: {
      partnerIds: string[]
    }
    output: {
      partnerIds: string[]
    }
  }
  bulkBanPartners: {
    params: undefined
    query: undefined
    body: {
      partnerIds: string[]
      reason: 
        | "tos_violation"
        | "inappropriate_content"
        | "fake_traffic"
        | "fraud"
        | "spam"
        | "brand_abuse"
    }
    output: {
      partnerIds: string[]
    }
  }
  bulkCreateLinks: {
    params: undefined
    query: undefined
    body: Array<{
      url: string
      domain?: string
      key?: string
      keyLength?: number
      externalId?: string | null
      tenantId?: string | null
      programId?: string | null
      partnerId?: string | null
      prefix?: string
      trackConversion?: boolean
      archived?: boolean
      tagIds?: string | string[]
      tagNames?: string | string[]
      folderId?: string | null
      comments?: string | null
      expiresAt?: string | null
      expiredUrl?: string | null
      password?: string | null
      proxy?: boolean
      title?: string | null
      description?: string | null
      image?: string | null
      video?: string | null
      rewrite?: boolean
      ios?: string | null
      android?: string | null
      geo?: LinkGeoTargeting
      doIndex?: boolean
      utm_source?: string | null
      utm_medium?: string | null
      utm_campaign?: string | null
      utm_term?: string | null
      utm_content?: string | null
      ref?: string | null
      testVariants?: 
        | Array<{
          url: string
          percentage: number
        }>
        | null
      testStartedAt?: string | null
      testCompletedAt?: string | null
      publicStats?: boolean
      tagId?: string | null
      webhookIds?: string[] | null
    }>
    output: Array<LinkSchema | LinkErrorSchema>
  }
  bulkDeactivatePartners: {
    params: undefined
    query: undefined
    body: {
      partnerIds: string[]
    }
    output: {
      partnerIds: string[]
    }
  }
  bulkDeleteLinks: {
    params: undefined
    query: {
      linkIds: string | string[]
    }
    body: undefined
    output: {
      deletedCount: number
    }
  }
  bulkInvitePartners: {
    params: undefined
    query: undefined
    body: {
      emails: string[]
      groupId?: string
    }
    output: {
      invitedCount: number
      skippedCount: number
    }
  }
  bulkRejectApplications: {
    params: undefined
    query: undefined
    body: {
      partnerIds: string[]
      rejectionReason?: 
        | "needsMoreDetail"
        | "doesNotMeetRequirements"
        | "notTheRightFit"
        | "other"
      rejectionNote?: string
      reapplicationTimeframe?: "instant" | "standard" | "never"
      flagForFraud?: boolean
      flagForFraudReason?: string
    }
    output: {
      partnerIds: string[]
    }
  }
  bulkRejectPartners: {
    params: undefined
    query: undefined
    body: {
      partnerIds: string[]
      reapplicationTimeframe?: "instant" | "standard" | "never"
    }
    output: {
      partnerIds: string[]
    }
  }
  bulkUpdateCommissions: {
    params: undefined
    query: undefined
    body: {
      commissionIds: string[]
      status: "pending" | "refunded" | "duplicate" | "canceled" | "fraud"
    }
    output: Array<{
      id: string
      status: 
        | "pending"
        | "processed"
        | "paid"
        | "refunded"
        | "duplicate"
        | "fraud"
        | "canceled"
        | "hold"
    }>
  }
  bulkUpdateLinks: {
    params: undefined
    query: undefined
    body: {
      linkIds?: string[]
      externalIds?: string[]
      data: {
        url?: string
        tenantId?: string | null
        programId?: string | null
        partnerId?: string | null
        trackConversion?: boolean
        archived?: boolean
        tagIds?: string | string[]
        tagNames?: string | string[]
        folderId?: string | null
        comments?: string | null
        expiresAt?: string | null
        expiredUrl?: string | null
        password?: string | null
        proxy?: boolean
        title?: string | null
        description?: string | null
        image?: string | null
        video?: string | null
        rewrite?: boolean
        ios?: string | null
        android?: string | null
        geo?: LinkGeoTargeting
        doIndex?: boolean
        utm_source?: string | null
        utm_medium?: string | null
        utm_campaign?: string | null
        utm_term?: string | null
        utm_content?: string | null
        ref?: string | null
        testVariants?: 
          | Array<{
            url: string
            percentage: number
          }>
          | null
        testStartedAt?: string | null
        testCompletedAt?: string | null
        publicStats?: boolean
        tagId?: string | null
        webhookIds?: string[] | null
      }
    }
    output: Array<LinkSchema | LinkErrorSchema>
  }
  cancelJob: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      type: string
      state: "waiting" | "active" | "completed" | "failed" | "canceled"
      total: number | null
      done: number
      failed: number
      createdAt: string
      source: string | null
      startedAt: string | null
      finishedAt: string | null
      error: string | null
      result: 
        | {
          url: string
          contentType: string
          fileName: string
        }
        | null
    }
  }
  cancelPayout: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      invoiceId: string | null
      amount: number
      currency: string
      status: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
      description?: string | null
      periodStart: string | null
      periodEnd: string | null
      createdAt: string
      updatedAt?: string
      initiatedAt: string | null
      paidAt: string | null
      failureReason?: string | null
      mode: "internal" | "external" | null
      method: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      traceId?: string | null
      partner: {
        id: string
        name: string
        email: string | null
        image: string | null
        payoutsEnabledAt: string | null
        country: string | null
        groupId?: string | null
        defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
        tenantId: string | null
      }
      user?: 
        | {
          id: string
          name: string | null
          email: string | null
          image: string | null
        }
        | null
    }
  }
  changeInvite: {
    params: {
      idOrSlug: string
    }
    query: undefined
    body: {
      email: string
      role: "owner" | "member" | "viewer" | "billing"
    }
    output: unknown
  }
  changeOwnPayoutSettings: {
    params: undefined
    query: undefined
    body: {
      defaultPayoutMethod?: "connect" | "paypal" | null
      paypalEmail?: string | null
      stripeAccountId?: string | null
    }
    output: {
      defaultPayoutMethod: string | null
      paypalEmail: string | null
      stripeAccountId: string | null
      payoutsEnabledAt: string | null
    }
  }
  changePartnerPreferences: {
    params: undefined
    query: undefined
    body: {
      commissionCreated?: boolean
      applicationApproved?: boolean
      newMessageFromProgram?: boolean
      marketingCampaign?: boolean
      newBounty?: boolean
      payoutSent?: boolean
      monthlyProgramSummary?: boolean
    }
    output: {
      commissionCreated: boolean
      applicationApproved: boolean
      newMessageFromProgram: boolean
      marketingCampaign: boolean
      newBounty: boolean
      payoutSent: boolean
      monthlyProgramSummary: boolean
    }
  }
  changePartnerRole: {
    params: undefined
    query: undefined
    body: {
      userId: string
      role: "owner" | "member"
    }
    output: unknown
  }
  changeRole: {
    params: {
      idOrSlug: string
    }
    query: undefined
    body: {
      userId: string
      role: "owner" | "member" | "viewer" | "billing"
    }
    output: unknown
  }
  changeSubmittedLead: {
    params: {
      leadId: string
    }
    query: undefined
    body: {
      status: 
        | "pending"
        | "qualified"
        | "meeting"
        | "negotiation"
        | "unqualified"
        | "closedWon"
        | "closedLost"
    }
    output: {
      id: string
      programId: string
      partnerId: string
      name: string
      email: string
      company: string | null
      formData: Array<{
        key: string
        label: string
        value: string | string[]
      }>
      status: 
        | "pending"
        | "qualified"
        | "meeting"
        | "negotiation"
        | "unqualified"
        | "closedWon"
        | "closedLost"
      createdAt: string
      updatedAt: string
    }
  }
  checkKey: {
    params: undefined
    query: {
      workspaceId: string
      domain?: string
      key: string
    }
    body: undefined
    output: {
      error: null
    }
  }
  configureIntegration: {
    params: {
      providerSlug: string
    }
    query: undefined
    body: {
      settings: Record<string, unknown>
    }
    output: {
      slug: string
      name: string
      description: string
      category: string
      website: string
      takesWebhooks: boolean
      signingSecret: string | null
      maySendUnsigned: boolean
      settingsSchema: Record<string, unknown>
      installed: 
        | {
          id: string
          settings: Record<string, unknown>
          createdAt: string
        }
        | null
    }
  }
  confirmPayouts: {
    params: undefined
    query: undefined
    body: {
      selectedPayoutIds?: string[]
      excludedPayoutIds?: string[]
      cutoffPeriod?: 
        | "today"
        | "lastMonth"
        | "twoMonthsAgo"
        | "lastQuarter"
        | "lastYear"
      total?: number
    }
    output: {
      id: string
      number: string
      status: "processing" | "completed" | "failed" | "canceled"
      amount: number
      externalAmount: number
      fee: number
      waivedAmount: number
      total: number
      chargeAmount: number
      currency: "usd"
      cutoffPeriod: 
        | "today"
        | "lastMonth"
        | "twoMonthsAgo"
        | "lastQuarter"
        | "lastYear"
        | null
      payoutCount: number
      payoutsByStatus: Record<string, number>
      createdAt: string
      user: 
        | {
          id: string
          name: string | null
          email: string | null
        }
        | null
      skippedPayouts: Array<{
        payoutId: string
        reason: 
          | "partner_banned"
          | "below_minimum"
          | "no_payout_method"
          | "unsupported_payout_method"
          | "incomplete_payout_method"
          | "provider_not_connected"
          | "no_tenant_id"
      }>
    }
  }
  connectPaypal: {
    params: undefined
    query: undefined
    body: {
      clientId: string
      clientSecret: string
      webhookId?: string | null
    }
    output: {
      provider: "stripe" | "paypal"
      isConnected: boolean
      webhookUrl: string | null
      updatedAt: string | null
    }
  }
  connectStripe: {
    params: undefined
    query: undefined
    body: {
      secretKey: string
      webhookSecret?: string | null
    }
    output: {
      provider: "stripe" | "paypal"
      isConnected: boolean
      webhookUrl: string | null
      updatedAt: string | null
    }
  }
  countApplications: {
    params: undefined
    query: {
      country?: string
      groupId?: string
    }
    body: undefined
    output: {
      count: number
    }
  }
  countBountySubmissions: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      bountyId: string
      status: "draft" | "submitted" | "approved" | "rejected"
      count: number
    }>
  }
  countCommissions: {
    params: undefined
    query: {
      type?: "click" | "lead" | "sale" | "referral" | "custom"
      customerId?: string
      payoutId?: string
      partnerId?: string
      tenantId?: string
      groupId?: string
      partnerTagId?: string
      invoiceId?: string
      status?: 
        | "pending"
        | "processed"
        | "paid"
        | "refunded"
        | "duplicate"
        | "fraud"
        | "canceled"
        | "hold"
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
      query?: string
    }
    body: undefined
    output: Record<string, {
      count: number
      amount: number
      earnings: number
    }>
  }
  countEligiblePayouts: {
    params: {
      programId: string
    }
    query: {
      selectedPayoutIds?: string | string[]
      excludedPayoutIds?: string | string[]
      cutoffPeriod?: 
        | "today"
        | "lastMonth"
        | "twoMonthsAgo"
        | "lastQuarter"
        | "lastYear"
    }
    body: undefined
    output: {
      count: number
      amount: number
      fee: number
      total: number
    }
  }
  countExcludedRequests: {
    params: undefined
    query: {
      groupBy?: "count" | "timeseries"
      domain?: string
      key?: string
      linkId?: string
      externalId?: string
      tenantId?: string
      tagId?: string
      folderId?: string
      partnerTagId?: string
      groupId?: string
      partnerId?: string
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
      root?: boolean
      tagIds?: string
      programId?: string
    }
    body: undefined
    output: Array<{
      start?: string
      reason: string
      count: number
    }>
  }
  countFraudGroups: {
    params: undefined
    query: {
      status?: "pending" | "resolved" | "expired"
      type?: 
        | "customerEmailMatch"
        | "customerEmailSuspiciousDomain"
        | "referralSourceBanned"
        | "paidTrafficDetected"
        | "partnerCrossProgramBan"
        | "partnerDuplicateAccount"
      partnerId?: string
      groupId?: string
      groupBy?: "partnerId" | "type"
    }
    body: undefined
    output: 
      | number
      | Array<{
        partnerId: string
        count: number
      }>
      | Array<{
        type: 
          | "customerEmailMatch"
          | "customerEmailSuspiciousDomain"
          | "referralSourceBanned"
          | "paidTrafficDetected"
          | "partnerCrossProgramBan"
          | "partnerDuplicateAccount"
        count: number
      }>
  }
  countMessages: {
    params: undefined
    query: undefined
    body: undefined
    output: number
  }
  countOwnEarnings: {
    params: {
      programId: string
    }
    query: {
      type?: string
      status?: 
        | "pending"
        | "processed"
        | "paid"
        | "refunded"
        | "duplicate"
        | "fraud"
        | "canceled"
        | "hold"
      customerId?: string
      payoutId?: string
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
      groupBy?: "linkId" | "customerId" | "status" | "type"
    }
    body: undefined
    output: 
      | {
        count: number
        earnings: number
      }
      | Array<{
        key: string | null
        count: number
        earnings: number
      }>
  }
  countOwnPayouts: {
    params: undefined
    query: {
      programId?: string
      status?: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
    }
    body: undefined
    output: Array<{
      status: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
      count: number
      amount: number
    }>
  }
  countPartnerMessages: {
    params: undefined
    query: undefined
    body: undefined
    output: number
  }
  countPartners: {
    params: undefined
    query: {
      groupId?: string
      status?: 
        | "pending"
        | "approved"
        | "rejected"
        | "invited"
        | "declined"
        | "deactivated"
        | "banned"
        | "archived"
      country?: string
      email?: string
      tenantId?: string
      search?: string
      totalClicksMin?: number
      totalClicksMax?: number
      totalLeadsMin?: number
      totalLeadsMax?: number
      totalConversionsMin?: number
      totalConversionsMax?: number
      totalSaleAmountMin?: number
      totalSaleAmountMax?: number
      totalCommissionsMin?: number
      totalCommissionsMax?: number
      partnerIds?: string | string[]
      partnerTagId?: string
      referredByPartnerId?: string
      groupBy?: 
        | "status"
        | "country"
        | "groupId"
        | "partnerTagId"
        | "referredByPartnerId"
    }
    body: undefined
    output: 
      | number
      | Array<{
        status?: 
          | "pending"
          | "approved"
          | "rejected"
          | "invited"
          | "declined"
          | "deactivated"
          | "banned"
          | "archived"
        country?: string | null
        groupId?: string | null
        partnerTagId?: string | null
        referredByPartnerId?: string | null
        _count: number
      }>
  }
  countPayouts: {
    params: undefined
    query: {
      status?: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
      partnerId?: string
      tenantId?: string
      invoiceId?: string
      groupId?: string
      groupBy?: "status"
      eligibility?: "eligible" | "ineligible"
    }
    body: undefined
    output: Array<{
      status: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
        | "all"
      count: number
      amount: number
    }>
  }
  createBounty: {
    params: undefined
    query: undefined
    body: {
      name?: string | null
      description?: string | null
      startsAt?: string | null
      endsAt?: string | null
      endsAfterDays?: number | null
      submissionsOpenAt?: string | null
      submissionFrequency?: "day" | "week" | "month" | null
      maxSubmissions?: number | null
      rewardAmount?: number | null
      rewardDescription?: string | null
      performanceCondition?: 
        | {
          attribute: 
            | "totalLeads"
            | "totalConversions"
            | "totalSaleAmount"
            | "totalCommissions"
          operator?: "gte"
          value: number
        }
        | null
      submissionRequirements?: 
        | {
          image?: {
            max?: number
          }
          url?: {
            max?: number
            domains?: string[]
          }
          socialMetrics?: {
            platform: "youtube" | "tiktok" | "instagram" | "twitter" | "linkedin"
            metric: "views" | "likes"
            minCount?: number
            incrementalBonus?: {
              incrementCount?: number
              bonusPerIncrement?: number
              maxCount?: number
            }
          }
        }
        | null
      groupIds?: string[] | null
      partnerTagIds?: string[] | null
      type: "performance" | "submission"
      startMode?: "absolute" | "relative"
      performanceScope?: "new" | "lifetime" | null
      sendNotificationEmails?: boolean
    }
    output: {
      id: string
      name: string | null
      description: string | null
      type: "performance" | "submission"
      startMode: "absolute" | "relative"
      startsAt: string | null
      endsAt: string | null
      endsAfterDays: number | null
      submissionsOpenAt: string | null
      submissionFrequency: "day" | "week" | "month" | null
      maxSubmissions: number
      rewardAmount: number | null
      rewardDescription: string | null
      performanceCondition: 
        | {
          attribute: 
            | "totalLeads"
            | "totalConversions"
            | "totalSaleAmount"
            | "totalCommissions"
          operator: "gte"
          value: number
        }
        | null
      performanceScope: "new" | "lifetime" | null
      submissionRequirements: 
        | {
          image?: {
            max?: number
          }
          url?: {
            max?: number
            domains?: string[]
          }
          socialMetrics?: {
            platform: "youtube" | "tiktok" | "instagram" | "twitter" | "linkedin"
            metric: "views" | "likes"
            minCount?: number
            incrementalBonus?: {
              incrementCount?: number
              bonusPerIncrement?: number
              maxCount?: number
            }
          }
        }
        | null
      socialMetricsLastSyncedAt?: string | null
      groups: Array<{
        id: string
      }>
      partnerTags: Array<{
        id: string
      }>
      submissionsCountData?: {
        total: number
        submitted: number
        approved: number
      }
    }
  }
  createBountySubmission: {
    params: {
      bountyId: string
    }
    query: undefined
    body: {
      files?: Array<{
        url: string
        fileName: string
        size: number
      }>
      urls?: string[]
      description?: string
      isDraft?: boolean
      periodNumber?: number
      partnerId: string
    }
    output: {
      id: string
      bountyId: string
      partnerId: string
      description: string | null
      urls: string[] | null
      files: 
        | Array<{
          url: string
          fileName: string
          size: number
        }>
        | null
      status: "draft" | "submitted" | "approved" | "rejected"
      performanceCount: number | null
      socialMetricCount: number | null
      socialMetricsLastSyncedAt?: string | null
      createdAt: string
      completedAt: string | null
      reviewedAt: string | null
      rejectionReason: string | null
      rejectionNote: string | null
      periodNumber: number
    }
  }
  createCampaign: {
    params: undefined
    query: undefined
    body: {
      type: "marketing" | "transactional"
      name?: string
      subject?: string
      preview?: string | null
      from?: string | null
      bodyJson?: {
        type: "doc"
        content?: unknown[]
      }
      groupIds?: string[] | null
      partnerTagIds?: string[] | null
      scheduledAt?: string | null
      triggerConditions?: 
        | Array<
          | {
            attribute: 
              | "totalLeads"
              | "totalConversions"
              | "totalSaleAmount"
              | "totalCommissions"
            operator?: "gte" | "lte"
            value: number
          }
          | {
            attribute: "partnerEnrolledDays"
            operator?: "gte"
            value: 1 | 3 | 7 | 14 | 30
          }
          | {
            attribute: "partnerJoined"
          }>
        | null
    }
    output: {
      id: string
      type: "marketing" | "transactional"
      status: 
        | "draft"
        | "scheduled"
        | "sending"
        | "sent"
        | "canceled"
        | "active"
        | "paused"
      name: string
      subject: string
      preview: string | null
      from: string | null
      bodyJson: {
        type: "doc"
        content: unknown[]
      }
      groups: Array<{
        id: string
      }>
      partnerTags: Array<{
        id: string
      }>
      triggerConditions: Array<{
        attribute: string
        operator?: string
        value?: number
      }>
      scheduledAt: string | null
      userId: string | null
      createdAt: string
      updatedAt: string
    }
  }
  createCommission: {
    params: undefined
    query: undefined
    body: 
      | {
        type: "custom"
        partnerId: string
        amount?: number
        date?: string | null
        description?: string | null
      }
      | {
        type: "lead"
        partnerId: string
        customerId?: string | null
        customer?: 
          | {
            email?: string | null
            name?: string | null
            avatar?: string | null
            externalId: string
            stripeCustomerId?: string | null
            country: string
          }
          | null
        linkId?: string | null
        date?: string | null
        lead?: 
          | {
            eventName?: string | null
            metadata?: Record<string, unknown> | null
          }
          | null
        leadEventDate?: string | null
        leadEventName?: string | null
      }
      | {
        type: "sale"
        partnerId: string
        customerId?: string | null
        customer?: 
          | {
            email?: string | null
            name?: string | null
            avatar?: string | null
            externalId: string
            stripeCustomerId?: string | null
            country: string
          }
          | null
        linkId?: string | null
        importStripeInvoices?: boolean | null
        date?: string | null
        sale?: 
          | {
            amount?: number | null
            currency?: string
            eventName?: string | null
            paymentProcessor?: 
              | "stripe"
              | "shopify"
              | "polar"
              | "paddle"
              | "apple"
              | "revenuecat"
              | "lemonsqueezy"
              | "dub"
              | "custom"
            invoiceId?: string | null
            metadata?: Record<string, unknown> | null
          }
          | null
        saleAmount?: number | null
        saleEventDate?: string | null
        invoiceId?: string | null
        productId?: string | null
      }
    output: {
      success: boolean
      message: string
    }
  }
  createConnection: {
    params: undefined
    query: undefined
    body: {
      providerSlug: string
      name?: string
      signingSecret?: string
      apiKey?: string
      settings?: Record<string, unknown>
    }
    output: {
      id: string
      providerSlug: string
      name: string
      status: "pending" | "active" | "paused" | "disconnected"
      webhookUrl: string
      settings: Record<string, unknown>
      hasSigningSecret: boolean
      previousSecretUntil: string | null
      hasApiKey: boolean
      lastDeliveryAt: string | null
      createdAt: string
      updatedAt: string
    }
  }
  createCustomer: {
    params: undefined
    query: undefined
    body: {
      email?: string | null
      name?: string | null
      avatar?: string | null
      externalId: string
      stripeCustomerId?: string | null
      country?: string | null
    }
    output: CustomerEnrichedSchema
  }
  createDashboard: {
    params: undefined
    query: {
      linkId?: string
      domain?: string
      key?: string
      folderId?: string
    }
    body: undefined
    output: {
      id: string
      linkId: string | null
      folderId: string | null
      projectId: string | null
      userId: string | null
      password: string | null
      showConversions: boolean
      doIndex: boolean
      createdAt: string
      updatedAt: string
    }
  }
  createDefaultLink: {
    params: {
      groupIdOrSlug: string
    }
    query: undefined
    body: {
      domain?: string
      url: string
    }
    output: {
      id: string
      domain: string
      url: string
      createdAt: string
    }
  }
  createDiscount: {
    params: undefined
    query: undefined
    body: {
      amount: number
      type?: "flat" | "percentage"
      maxDuration?: number | null
      description?: string | null
      couponId?: string | null
      couponTestId?: string | null
      autoProvision?: boolean
      provider?: "stripe" | "shopify" | "custom"
      groupId: string
    }
    output: {
      id: string
      amount: number
      type: "flat" | "percentage"
      maxDuration: number | null
      couponId: string | null
      couponTestId: string | null
      description?: string | null
      provider: "stripe" | "shopify" | "custom"
      autoProvisionEnabledAt?: string | null
      partnersCount?: number
    }
  }
  createDiscountCode: {
    params: undefined
    query: undefined
    body: {
      code?: string
      partnerId: string
      linkId: string
    }
    output: DiscountCodeSchema
  }
  createDomain: {
    params: undefined
    query: undefined
    body: {
      slug: string
      archived?: boolean
      caseSensitive?: boolean
      expiredUrl?: string | null
      notFoundUrl?: string | null
      placeholder?: string | null
      logo?: string | null
      assetLinks?: string | null
      appleAppSiteAssociation?: string | null
      deepviewData?: string | null
      linkRetentionDays?: number | null
    }
    output: DomainSchema
  }
  createEmailDomain: {
    params: undefined
    query: undefined
    body: {
      slug: string
    }
    output: {
      id: string
      slug: string
      status: "pending" | "verified" | "failed"
      lastChecked: string | null
      createdAt: string
      record: {
        type: "TXT"
        name: string
        value: string
      }
    }
  }
  createEmbedLink: {
    params: undefined
    query: undefined
    body: {
      url?: string | null
      key?: string
    }
    output: {
      id: string
      domain: string
      key: string
      shortLink: string
      url: string
      clicks: number
      leads: number
      conversions: number
      sales: number
      saleAmount: number
      partnerGroupDefaultLinkId: string | null
    }
  }
  createEmbedSubmission: {
    params: {
      bountyId: string
    }
    query: undefined
    body: {
      files?: Array<{
        url: string
        fileName: string
        size: number
      }>
      urls?: string[]
      description?: string
      isDraft?: boolean
      periodNumber?: number
    }
    output: {
      id: string
      bountyId: string
      partnerId: string
      description: string | null
      urls: string[] | null
      files: 
        | Array<{
          url: string
          fileName: string
          size: number
        }>
        | null
      status: "draft" | "submitted" | "approved" | "rejected"
      performanceCount: number | null
      socialMetricCount: number | null
      socialMetricsLastSyncedAt?: string | null
      createdAt: string
      completedAt: string | null
      reviewedAt: string | null
      rejectionReason: string | null
      rejectionNote: string | null
      periodNumber: number
    }
  }
  createFolder: {
    params: undefined
    query: undefined
    body: {
      name: string
      description?: string | null
      accessLevel?: "write" | "read" | null
    }
    output: FolderSchema
  }
  createGroup: {
    params: undefined
    query: undefined
    body: {
      name: string
      slug: string
      color?: 
        | "red"
        | "yellow"
        | "green"
        | "blue"
        | "purple"
        | "brown"
        | "gray"
        | null
    }
    output: {
      id: string
      name: string
      slug: string
      color: string | null
      logo: string | null
      wordmark: string | null
      brandColor: string | null
      holdingPeriodDays: number
      autoApprovePartnersEnabledAt: string | null
      clickRewardId: string | null
      leadRewardId: string | null
      saleRewardId: string | null
      referralRewardId: string | null
      discountId: string | null
      utmTemplate: 
        | {
          id: string
          name: string
          utm_source: string | null
          utm_medium: string | null
          utm_campaign: string | null
          utm_term: string | null
          utm_content: string | null
          ref: string | null
        }
        | null
      additionalLinks: 
        | Array<{
          domain: string
          path: string
          validationMode: "domain" | "exact"
        }>
        | null
      maxPartnerLinks: number
      linkStructure: "short" | "query" | "path"
      moveRules: Record<string, unknown>[] | null
      applicationFormData: Record<string, unknown> | null
      applicationFormPublishedAt: string | null
      landerData: Record<string, unknown> | null
      landerPublishedAt: string | null
      createdAt: string
      updatedAt: string
    }
  }
  createLink: {
    params: undefined
    query: undefined
    body: {
      url: string
      domain?: string
      key?: string
      keyLength?: number
      externalId?: string | null
      tenantId?: string | null
      programId?: string | null
      partnerId?: string | null
      prefix?: string
      trackConversion?: boolean
      archived?: boolean
      tagIds?: string | string[]
      tagNames?: string | string[]
      folderId?: string | null
      comments?: string | null
      expiresAt?: string | null
      expiredUrl?: string | null
      password?: string | null
      proxy?: boolean
      title?: string | null
      description?: string | null
      image?: string | null
      video?: string | null
      rewrite?: boolean
      ios?: string | null
      android?: string | null
      geo?: LinkGeoTargeting
      doIndex?: boolean
      utm_source?: string | null
      utm_medium?: string | null
      utm_campaign?: string | null
      utm_term?: string | null
      utm_content?: string | null
      ref?: string | null
      testVariants?: 
        | Array<{
          url: string
          percentage: number
        }>
        | null
      testStartedAt?: string | null
      testCompletedAt?: string | null
      publicStats?: boolean
      tagId?: string | null
      webhookIds?: string[] | null
    }
    output: LinkSchema
  }
  createOauthApp: {
    params: undefined
    query: undefined
    body: {
      name: string
      slug: string
      developer: string
      website: string
      description?: string | null
      readme?: string | null
      logo?: string | null
      screenshots?: string[]
      redirectUris: string[]
      pkce?: boolean
    }
    output: {
      id: string
      name: string
      slug: string
      developer: string
      website: string
      description: string | null
      readme: string | null
      logo: string | null
      screenshots: string[]
      clientId: string
      partialClientSecret: string
      redirectUris: string[]
      pkce: boolean
      verified: boolean
      createdAt: string
      updatedAt: string
      clientSecret: string
    }
  }
  createOwnLink: {
    params: {
      programId: string
    }
    query: undefined
    body: {
      url?: string | null
      key?: string
    }
    output: {
      id: string
      domain: string
      key: string
      shortLink: string
      url: string
      clicks: number
      leads: number
      conversions: number
      sales: number
      saleAmount: number
      partnerGroupDefaultLinkId: string | null
    }
  }
  createOwnSubmission: {
    params: {
      bountyId: string
      programId: string
    }
    query: undefined
    body: {
      files?: Array<{
        url: string
        fileName: string
        size: number
      }>
      urls?: string[]
      description?: string
      isDraft?: boolean
      periodNumber?: number
    }
    output: {
      id: string
      bountyId: string
      partnerId: string
      description: string | null
      urls: string[] | null
      files: 
        | Array<{
          url: string
          fileName: string
          size: number
        }>
        | null
      status: "draft" | "submitted" | "approved" | "rejected"
      performanceCount: number | null
      socialMetricCount: number | null
      socialMetricsLastSyncedAt?: string | null
      createdAt: string
      completedAt: string | null
      reviewedAt: string | null
      rejectionReason: string | null
      rejectionNote: string | null
      periodNumber: number
    }
  }
  createPartner: {
    params: undefined
    query: undefined
    body: {
      email: string
      name?: string | null
      username?: string | null
      image?: string | null
      tenantId?: string
      groupId?: string
      country?: string | null
      description?: string | null
      linkProps?: {
        externalId?: string | null
        tenantId?: string | null
        prefix?: string
        archived?: boolean
        tagIds?: string | string[]
        tagNames?: string | string[]
        comments?: string | null
        expiresAt?: string | null
        expiredUrl?: string | null
        password?: string | null
        proxy?: boolean
        title?: string | null
        description?: string | null
        image?: string | null
        video?: string | null
        rewrite?: boolean
        ios?: string | null
        android?: string | null
        doIndex?: boolean
        testVariants?: 
          | Array<{
            url: string
            percentage: number
          }>
          | null
        testStartedAt?: string | null
        testCompletedAt?: string | null
      }
    }
    output: {
      id: string
      name: string
      username: string | null
      email: string | null
      image: string | null
      description?: string | null
      country: string | null
      companyName: string | null
      networkStatus: "draft" | "submitted" | "approved" | "rejected" | "trusted"
      defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      paypalEmail: string | null
      stripeConnectId: string | null
      payoutsEnabledAt: string | null
      identityVerifiedAt: string | null
      programId: string
      groupId?: string | null
      partnerId: string
      tenantId: string | null
      createdAt: string
      status: 
        | "pending"
        | "approved"
        | "rejected"
        | "invited"
        | "declined"
        | "deactivated"
        | "banned"
        | "archived"
      links: 
        | Array<{
          id: string
          domain: string
          key: string
          shortLink: string
          url: string
          clicks: number
          leads: number
          conversions: number
          sales: number
          saleAmount: number
        }>
        | null
      totalCommissions: number
      clickRewardId?: string | null
      leadRewardId?: string | null
      saleRewardId?: string | null
      referralRewardId?: string | null
      discountId?: string | null
      applicationId?: string | null
      bannedAt?: string | null
      bannedReason?: 
        | "tos_violation"
        | "inappropriate_content"
        | "fake_traffic"
        | "fraud"
        | "spam"
        | "brand_abuse"
        | null
      referralFormData?: 
        | {
          fields: Array<
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "text"
              constraints?: {
                maxLength?: number
                pattern?: string
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "textarea"
              constraints?: {
                maxLength?: number
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "select"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "country"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "date"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "multiSelect"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "number"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "phone"
            }>
        }
        | null
      application?: 
        | {
          rejectionReason: 
            | "needsMoreDetail"
            | "doesNotMeetRequirements"
            | "notTheRightFit"
            | "other"
            | null
          rejectionNote: string | null
          reviewedAt: string | null
        }
        | null
      tags?: Array<{
        id: string
        name: string
      }>
      totalClicks: number
      totalLeads: number
      totalConversions: number
      totalSales: number
      totalSaleAmount: number
      netRevenue: number
      earningsPerClick?: number | null
      averageLifetimeValue?: number | null
      clickToLeadRate?: number | null
      clickToConversionRate?: number | null
      leadToConversionRate?: number | null
      returnOnAdSpend?: number | null
      website?: string | null
      youtube?: string | null
      twitter?: string | null
      linkedin?: string | null
      instagram?: string | null
      tiktok?: string | null
      trustedAt?: string | null
    }
  }
  createPartnerAccount: {
    params: undefined
    query: undefined
    body: {
      name?: string
      country?: string | null
    }
    output: {
      id: string
      name: string
      username: string | null
      email: string | null
      image: string | null
      description: string | null
      country: string | null
      profileType: "individual" | "company"
      companyName: string | null
      networkStatus: "draft" | "submitted" | "approved" | "rejected" | "trusted"
      identityVerifiedAt: string | null
      defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      payoutsEnabledAt: string | null
      invoiceSettings: 
        | {
          address?: string
          taxId?: string
        }
        | null
      monthlyTraffic: string | null
      industryInterests: string[]
      preferredEarningStructures: string[]
      salesChannels: string[]
      platforms: Array<{
        type: 
          | "website"
          | "youtube"
          | "twitter"
          | "linkedin"
          | "instagram"
          | "tiktok"
        identifier: string
        verifiedAt: string | null
        subscribers: number
        posts: number
        views: number
      }>
      role: "owner" | "member"
      createdAt: string
    }
  }
  createPartnerComment: {
    params: {
      partnerId: string
    }
    query: undefined
    body: {
      text: string
    }
    output: {
      id: string
      programId: string
      partnerId: string
      userId: string | null
      user: 
        | {
          id: string
          name: string | null
          image: string | null
        }
        | null
      text: string
      createdAt: string
      updatedAt: string
    }
  }
  createPartnerLink: {
    params: undefined
    query: undefined
    body: {
      partnerId?: string | null
      tenantId?: string | null
      key?: string
      comments?: string | null
      linkProps?: {
        externalId?: string | null
        tenantId?: string | null
        prefix?: string
        archived?: boolean
        tagIds?: string | string[]
        tagNames?: string | string[]
        comments?: string | null
        expiresAt?: string | null
        expiredUrl?: string | null
        password?: string | null
        proxy?: boolean
        title?: string | null
        description?: string | null
        image?: string | null
        video?: string | null
        rewrite?: boolean
        ios?: string | null
        android?: string | null
        doIndex?: boolean
        testVariants?: 
          | Array<{
            url: string
            percentage: number
          }>
          | null
        testStartedAt?: string | null
        testCompletedAt?: string | null
      }
      url?: string | null
    }
    output: LinkSchema
  }
  createPasswordResetLink: {
    params: undefined
    query: undefined
    body: {
      email: string
      userId?: string
    }
    output: unknown
  }
  createPostback: {
    params: undefined
    query: undefined
    body: {
      name: string
      url: string
      triggers: Array<"lead.created" | "sale.created" | "commission.created">
    }
    output: {
      id: string
      name: string
      url: string
      triggers: Array<"lead.created" | "sale.created" | "commission.created">
      receiver: "custom" | "slack"
      disabledAt: string | null
      createdAt: string
      updatedAt: string
      secret: string
    }
  }
  createProgram: {
    params: undefined
    query: undefined
    body: {
      name: string
      slug?: string
      url: string
      domain?: string | null
      primaryRewardEvent?: "click" | "lead" | "sale" | "referral"
      minPayoutAmount?: 0 | 1000 | 2000 | 5000 | 10000
      payoutMode?: "internal" | "hybrid" | "external"
      logo?: string | null
      description?: string | null
      supportEmail?: string | null
      helpUrl?: string | null
      termsUrl?: string | null
      categories?: Array<
        | "AI"
        | "Development"
        | "Design"
        | "Productivity"
        | "Finance"
        | "Marketing"
        | "Ecommerce"
        | "Security"
        | "Education"
        | "Health"
        | "Consumer"
        | "Support">
    }
    output: {
      id: string
      name: string
      slug: string
      logo: string | null
      domain: string | null
      url: string | null
      description: string | null
      primaryRewardEvent: "click" | "lead" | "sale" | "referral"
      minPayoutAmount: number
      payoutMode: "internal" | "hybrid" | "external"
      addedToMarketplaceAt: string | null
      messagingEnabledAt: string | null
      partnerNetworkEnabledAt: string | null
      categories: string[]
      defaultFolderId: string | null
      defaultGroupId: string
      supportEmail: string | null
      helpUrl: string | null
      termsUrl: string | null
      referralFormData: 
        | {
          fields: Array<
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "text"
              constraints?: {
                maxLength?: number
                pattern?: string
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "textarea"
              constraints?: {
                maxLength?: number
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "select"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "country"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "date"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "multiSelect"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "number"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "phone"
            }>
        }
        | null
      applicationRequirements: 
        | Array<{
          key: "country" | "emailDomain"
          operator: "is" | "is_not"
          value: string[]
        }>
        | null
      inviteEmailData: Record<string, unknown> | null
      embedData: Record<string, unknown> | null
      createdAt: string
      updatedAt: string
      startedAt: string | null
      deactivatedAt: string | null
    }
  }
  createProgramResource: {
    params: {
      programId: string
    }
    query: undefined
    body: 
      | {
        resourceType: "logo"
        name: string
        file: string
      }
      | {
        resourceType: "file"
        name: string
        file: string
      }
      | {
        resourceType: "color"
        name: string
        color: string
      }
      | {
        resourceType: "link"
        name: string
        url: string
      }
    output: 
      | {
        id: string
        name: string
        size: number
        url: string
      }
      | {
        id: string
        name: string
        color: string
      }
      | {
        id: string
        name: string
        url: string
      }
  }
  createReward: {
    params: undefined
    query: undefined
    body: {
      event: "click" | "lead" | "sale" | "referral"
      type?: "flat" | "percentage"
      amountInCents?: number | null
      amountInPercentage?: number | null
      maxDuration?: number | null
      modifiers?: 
        | Array<{
          id?: string
          operator?: "AND" | "OR"
          conditions: Array<{
            entity: "customer" | "partner" | "sale" | "lead"
            attribute: string
            operator: 
              | "equals_to"
              | "not_equals"
              | "starts_with"
              | "ends_with"
              | "contains"
              | "not_contains"
              | "in"
              | "not_in"
              | "greater_than"
              | "greater_than_or_equal"
              | "less_than"
              | "less_than_or_equal"
            value: string | number | string[] | number[]
            label?: string | null
            metadataField?: string | null
          }>
          type: "flat" | "percentage"
          amountInCents?: number | null
          amountInPercentage?: number | null
          maxDuration?: number | null
        }>
        | null
      config?: 
        | {
          trigger: 
            | "partnerApproved"
            | "commissionThreshold"
            | "saleRecorded"
            | "commissionEarned"
          commissionsThresholdInCents?: number | null
        }
        | null
      description?: string | null
      tooltipDescription?: string | null
      spendLimitAmount?: number | null
      spendLimitInterval?: "allTime" | "day" | "week" | "month" | null
      groupId: string
    }
    output: {
      id: string
      event: "click" | "lead" | "sale" | "referral"
      description: string | null
      tooltipDescription: string | null
      type: "flat" | "percentage"
      amountInCents: number | null
      amountInPercentage: number | null
      maxDuration: number | null
      modifiers: 
        | Array<{
          id?: string
          operator: "AND" | "OR"
          conditions: Array<{
            entity: "customer" | "partner" | "sale" | "lead"
            attribute: string
            operator: 
              | "equals_to"
              | "not_equals"
              | "starts_with"
              | "ends_with"
              | "contains"
              | "not_contains"
              | "in"
              | "not_in"
              | "greater_than"
              | "greater_than_or_equal"
              | "less_than"
              | "less_than_or_equal"
            value: string | number | string[] | number[]
            label?: string | null
            metadataField?: string | null
          }>
          type: "flat" | "percentage"
          amountInCents?: number | null
          amountInPercentage?: number | null
          maxDuration?: number | null
        }>
        | null
      config: 
        | {
          trigger: 
            | "partnerApproved"
            | "commissionThreshold"
            | "saleRecorded"
            | "commissionEarned"
          commissionsThresholdInCents?: number | null
        }
        | null
      spendLimitAmount: number | null
      spendLimitInterval: "allTime" | "day" | "week" | "month" | null
      updatedAt: string
    }
  }
  createTag: {
    params: undefined
    query: undefined
    body: {
      name?: string
      color?: 
        | "red"
        | "yellow"
        | "green"
        | "blue"
        | "purple"
        | "brown"
        | "gray"
        | "pink"
      tag?: string
    }
    output: LinkTagSchema
  }
  createToken: {
    params: undefined
    query: undefined
    body: {
      name: string
      isMachine?: boolean
      scopes?: Array<
        | "links.read"
        | "tags.read"
        | "folders.read"
        | "domains.read"
        | "groups.read"
        | "memories.read"
        | "workspaces.read"
        | "analytics.read"
        | "webhooks.read"
        | "customers.read"
        | "links.write"
        | "tags.write"
        | "folders.write"
        | "groups.write"
        | "memories.write"
        | "customers.write"
        | "conversions.write"
        | "domains.write"
        | "workspaces.write"
        | "webhooks.write"
        | "apis.read"
        | "apis.all">
      expires?: string | null
    }
    output: {
      id: string
      token: string
    }
  }
  createUtmTemplate: {
    params: undefined
    query: undefined
    body: {
      name: string
      utm_source?: string | null
      utm_medium?: string | null
      utm_campaign?: string | null
      utm_term?: string | null
      utm_content?: string | null
      ref?: string | null
    }
    output: {
      id: string
      name: string
      utm_source: string | null
      utm_medium: string | null
      utm_campaign: string | null
      utm_term: string | null
      utm_content: string | null
      ref: string | null
      userId: string | null
      projectId: string
      createdAt: string
      updatedAt: string
    }
  }
  createWebhook: {
    params: undefined
    query: undefined
    body: {
      name: string
      url: string
      writeKey?: string
      triggers: Array<
        | "link.created"
        | "link.updated"
        | "link.deleted"
        | "link.clicked"
        | "lead.created"
        | "sale.created"
        | "partner.application_submitted"
        | "partner.enrolled"
        | "partner.merged"
        | "commission.created"
        | "bounty.created"
        | "bounty.updated"
        | "payout.confirmed"
        | "discount_code.created"
        | "discount_code.deleted">
      linkScope?: "workspace" | "links" | "folders" | null
      linkIds?: string[]
      folderIds?: string[]
    }
    output: {
      id: string
      name: string
      url: string
      triggers: Array<
        | "link.created"
        | "link.updated"
        | "link.deleted"
        | "link.clicked"
        | "lead.created"
        | "sale.created"
        | "partner.application_submitted"
        | "partner.enrolled"
        | "partner.merged"
        | "commission.created"
        | "bounty.created"
        | "bounty.updated"
        | "payout.confirmed"
        | "discount_code.created"
        | "discount_code.deleted">
      linkScope: "workspace" | "links" | "folders" | null
      receiver: "user" | "zapier" | "make" | "slack" | "segment"
      installationId: string | null
      consecutiveFailures: number
      lastFailedAt: string | null
      pausedUntil: string | null
      disabledAt: string | null
      formerSecretUntil: string | null
      createdAt: string
      updatedAt: string
      secret: string
    }
  }
  createWorkspace: {
    params: undefined
    query: undefined
    body: {
      name: string
      slug: string
      logo?: string | null
      conversionEnabled?: boolean
    }
    output: {
      id: string
      name: string
      slug: string
      logo: string | null
      plan: 
        | "free"
        | "pro"
        | "business"
        | "business plus"
        | "business extra"
        | "business max"
        | "advanced"
        | "enterprise"
      planTier: number
      trialEndsAt: string | null
      publishableKey: string | null
      allowedHostnames: string[]
      conversionEnabled: boolean
      attributionModel: "last_click" | "first_click"
      attributionWindowDays: number | null
      usage: number
      usageLimit: number
      linksUsage: number
      linksLimit: number
      domainsLimit: number
      tagsLimit: number
      foldersUsage: number
      foldersLimit: number
      usersLimit: number
      payoutsUsage: number
      payoutsLimit: number
      networkInvitesLimit: number
      payoutFee: number
      payoutFeeWaiverLimit: number
      payoutFeeWaiverUsage: number
      partnersUsage: number
      partnersLimit: number
      groupsLimit: number
      partnerTagsLimit: number
      defaultProgramId: string | null
      totalLinks: number
      totalClicks: number
      billingCycleStart: number
      billingPeriodStart: string
      createdAt: string
      users: Array<{
        role: "owner" | "member" | "viewer" | "billing"
        defaultFolderId: null
      }>
      inviteCode: null
      defaultProduct: null
      planPeriod: null
      stripeId: null
      subscriptionCanceledAt: null
      billingCycleEndsAt: null
      paymentFailedAt: null
      stripeConnectId: null
      store: null
      ssoEmailDomain: null
      ssoEnforcedAt: null
      shopifyStoreId: null
      aiUsage: number
      aiLimit: number
      dotLinkClaimed: boolean
      fastDirectDebitPayouts: boolean
      flags: Record<string, boolean>
      domains: Array<{
        slug: string
        primary: boolean
        verified: boolean
      }>
    }
  }
  deactivatePartner: {
    params: undefined
    query: undefined
    body: {
      partnerId?: string | null
      tenantId?: string | null
    }
    output: {
      partnerId: string
    }
  }
  deactivateProgram: {
    params: {
      programId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      name: string
      slug: string
      logo: string | null
      domain: string | null
      url: string | null
      description: string | null
      primaryRewardEvent: "click" | "lead" | "sale" | "referral"
      minPayoutAmount: number
      payoutMode: "internal" | "hybrid" | "external"
      addedToMarketplaceAt: string | null
      messagingEnabledAt: string | null
      partnerNetworkEnabledAt: string | null
      categories: string[]
      defaultFolderId: string | null
      defaultGroupId: string
      supportEmail: string | null
      helpUrl: string | null
      termsUrl: string | null
      referralFormData: 
        | {
          fields: Array<
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "text"
              constraints?: {
                maxLength?: number
                pattern?: string
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "textarea"
              constraints?: {
                maxLength?: number
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "select"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "country"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "date"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "multiSelect"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "number"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "phone"
            }>
        }
        | null
      applicationRequirements: 
        | Array<{
          key: "country" | "emailDomain"
          operator: "is" | "is_not"
          value: string[]
        }>
        | null
      inviteEmailData: Record<string, unknown> | null
      embedData: Record<string, unknown> | null
      createdAt: string
      updatedAt: string
      startedAt: string | null
      deactivatedAt: string | null
    }
  }
  declineOwnInvite: {
    params: {
      programId: string
    }
    query: undefined
    body: undefined
    output: unknown
  }
  deleteBounty: {
    params: {
      bountyId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteCampaign: {
    params: {
      campaignId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteConnection: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteCustomer: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteDashboard: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteDefaultLink: {
    params: {
      groupIdOrSlug: string
      defaultLinkId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteDiscount: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteDiscountCode: {
    params: {
      idOrCode: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteDomain: {
    params: {
      slug: string
    }
    query: undefined
    body: undefined
    output: {
      slug: string
    }
  }
  deleteEmailDomain: {
    params: {
      emailDomainId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteFolder: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteGroup: {
    params: {
      groupIdOrSlug: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteLink: {
    params: {
      linkId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteMemory: {
    params: {
      memoryId: string
    }
    query: undefined
    body: undefined
    output: {
      message: string
    }
  }
  deleteMemoryEntity: {
    params: {
      type: string
      entityId: string
    }
    query: undefined
    body: undefined
    output: {
      message: string
      deleted: number
    }
  }
  deleteOauthApp: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: unknown
  }
  deleteOwnLink: {
    params: {
      programId: string
      linkId: string
    }
    query: undefined
    body: undefined
    output: unknown
  }
  deletePartner: {
    params: {
      partnerId: string
    }
    query: undefined
    body: undefined
    output: {
      partnerId: string
    }
  }
  deletePartnerComment: {
    params: {
      partnerId: string
      commentId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deletePartnerInvite: {
    params: {
      partnerId: string
    }
    query: undefined
    body: undefined
    output: {
      partnerId: string
    }
  }
  deletePayoutSettings: {
    params: {
      partnerId: string
    }
    query: undefined
    body: undefined
    output: {
      partnerId: string
    }
  }
  deletePostback: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteProgram: {
    params: {
      programId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteProgramResource: {
    params: {
      programId: string
      resourceId: string
    }
    query: undefined
    body: undefined
    output: unknown
  }
  deleteReward: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteSavedView: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteTag: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteToken: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: unknown
  }
  deleteUtmTemplate: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  deleteWebhook: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  disableWebhook: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: WebhookSchema
  }
  disableWorkspace: {
    params: undefined
    query: undefined
    body: {
      slug: string
    }
    output: {
      success: true
    }
  }
  disconnectPayoutProvider: {
    params: {
      provider: "stripe" | "paypal"
    }
    query: undefined
    body: undefined
    output: {
      provider: "stripe" | "paypal"
    }
  }
  distrustPartner: {
    params: undefined
    query: undefined
    body: {
      partnerId: string
    }
    output: {
      success: true
    }
  }
  duplicateCampaign: {
    params: {
      campaignId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      type: "marketing" | "transactional"
      status: 
        | "draft"
        | "scheduled"
        | "sending"
        | "sent"
        | "canceled"
        | "active"
        | "paused"
      name: string
      subject: string
      preview: string | null
      from: string | null
      bodyJson: {
        type: "doc"
        content: unknown[]
      }
      groups: Array<{
        id: string
      }>
      partnerTags: Array<{
        id: string
      }>
      triggerConditions: Array<{
        attribute: string
        operator?: string
        value?: number
      }>
      scheduledAt: string | null
      userId: string | null
      createdAt: string
      updatedAt: string
    }
  }
  enableWebhook: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: WebhookSchema
  }
  exportAnalytics: {
    params: undefined
    query: {
      domain?: string
      key?: string
      linkId?: string
      externalId?: string
      tenantId?: string
      tagId?: string
      folderId?: string
      partnerTagId?: string
      groupId?: string
      partnerId?: string
      customerId?: string
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
      country?: string
      city?: string
      region?: string
      continent?: string
      device?: string
      browser?: string
      os?: string
      trigger?: string
      referer?: string
      refererUrl?: string
      url?: string
      utm_source?: string
      utm_medium?: string
      utm_campaign?: string
      utm_term?: string
      utm_content?: string
      root?: boolean
      saleType?: "new" | "recurring"
      query?: string
      programId?: string
      tagIds?: string
      qr?: boolean
    }
    body: undefined
    output: unknown
  }
  exportApplications: {
    params: undefined
    query: {
      country?: string
      groupId?: string
    }
    body: undefined
    output: unknown
  }
  exportAuditEntries: {
    params: undefined
    query: {
      operation?: string
      userId?: string
      start?: string
      end?: string
    }
    body: undefined
    output: unknown
  }
  exportCommissions: {
    params: undefined
    query: {
      type?: "click" | "lead" | "sale" | "referral" | "custom"
      customerId?: string
      payoutId?: string
      partnerId?: string
      tenantId?: string
      groupId?: string
      partnerTagId?: string
      invoiceId?: string
      status?: 
        | "pending"
        | "processed"
        | "paid"
        | "refunded"
        | "duplicate"
        | "fraud"
        | "canceled"
        | "hold"
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
      query?: string
      columns?: string | string[]
    }
    body: undefined
    output: unknown
  }
  exportCustomers: {
    params: undefined
    query: {
      email?: string
      externalId?: string
      search?: string
      country?: string
      linkId?: string
      programId?: string
      partnerId?: string
      sortBy?: 
        | "createdAt"
        | "saleAmount"
        | "firstSaleAt"
        | "subscriptionCanceledAt"
      sortOrder?: "asc" | "desc"
      columns?: string | string[]
    }
    body: undefined
    output: unknown
  }
  exportLinks: {
    params: undefined
    query: {
      domain?: string
      tagId?: string
      tagIds?: string | string[]
      tagNames?: string | string[]
      folderId?: string
      search?: string
      userId?: string
      tenantId?: string
      showArchived?: boolean
      withTags?: boolean
      linkIds?: string | string[]
      partnerId?: string
      sortBy?: "createdAt" | "clicks" | "saleAmount" | "lastClicked"
      columns?: string | string[]
      start?: string
      end?: string
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
    }
    body: undefined
    output: unknown
  }
  exportOwnCustomers: {
    params: {
      programId: string
    }
    query: {
      country?: string
      linkId?: string
    }
    body: undefined
    output: unknown
  }
  exportOwnEarnings: {
    params: {
      programId: string
    }
    query: {
      type?: string
      status?: 
        | "pending"
        | "processed"
        | "paid"
        | "refunded"
        | "duplicate"
        | "fraud"
        | "canceled"
        | "hold"
      customerId?: string
      payoutId?: string
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
    }
    body: undefined
    output: unknown
  }
  exportOwnEvents: {
    params: {
      programId: string
    }
    query: {
      event?: "clicks" | "leads" | "sales"
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
    }
    body: undefined
    output: unknown
  }
  exportOwnPayouts: {
    params: undefined
    query: {
      programId?: string
      status?: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
    }
    body: undefined
    output: unknown
  }
  exportPartners: {
    params: undefined
    query: {
      groupId?: string
      status?: 
        | "pending"
        | "approved"
        | "rejected"
        | "invited"
        | "declined"
        | "deactivated"
        | "banned"
        | "archived"
      country?: string
      email?: string
      tenantId?: string
      search?: string
      sortBy?: 
        | "createdAt"
        | "totalClicks"
        | "totalLeads"
        | "totalConversions"
        | "totalSaleAmount"
        | "totalCommissions"
        | "netRevenue"
        | "earningsPerClick"
        | "averageLifetimeValue"
        | "clickToLeadRate"
        | "clickToConversionRate"
        | "leadToConversionRate"
        | "returnOnAdSpend"
      sortOrder?: "asc" | "desc"
      totalClicksMin?: number
      totalClicksMax?: number
      totalLeadsMin?: number
      totalLeadsMax?: number
      totalConversionsMin?: number
      totalConversionsMax?: number
      totalSaleAmountMin?: number
      totalSaleAmountMax?: number
      totalCommissionsMin?: number
      totalCommissionsMax?: number
      partnerIds?: string | string[]
      partnerTagId?: string
      referredByPartnerId?: string
      columns?: string | string[]
    }
    body: undefined
    output: unknown
  }
  exportPayouts: {
    params: undefined
    query: {
      status?: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
      partnerId?: string
      tenantId?: string
      invoiceId?: string
      groupId?: string
      columns?: string | string[]
    }
    body: undefined
    output: unknown
  }
  getApplication: {
    params: {
      applicationId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      createdAt: string
      partner: {
        id: string
        name: string
        companyName: string | null
        email: string | null
        image: string | null
        description?: string | null
        country: string | null
        groupId?: string | null
        status: 
          | "pending"
          | "approved"
          | "rejected"
          | "invited"
          | "declined"
          | "deactivated"
          | "banned"
          | "archived"
        website?: string | null
        youtube?: string | null
        twitter?: string | null
        linkedin?: string | null
        instagram?: string | null
        tiktok?: string | null
      }
      applicationFormData: 
        | Array<{
          label: string
          value: string | null
        }>
        | null
      reviewedAt: string | null
      rejectionReason: 
        | "needsMoreDetail"
        | "doesNotMeetRequirements"
        | "notTheRightFit"
        | "other"
        | null
      rejectionNote: string | null
      reviewedByUserId: string | null
    }
  }
  getApplicationAnalytics: {
    params: undefined
    query: {
      start?: string
      end?: string
      groupBy?: 
        | "count"
        | "timeseries"
        | "referralSource"
        | "country"
        | "partner"
    }
    body: undefined
    output: 
      | {
        visits: number
        starts: number
        submissions: number
        approvals: number
        rejections: number
      }
      | Array<{
        key: string | null
        visits: number
        starts: number
        submissions: number
        approvals: number
        rejections: number
      }>
  }
  getApplicationForm: {
    params: undefined
    query: {
      programSlug: string
      group?: string
    }
    body: undefined
    output: {
      program: {
        name: string
        slug: string
        logo: string | null
        description: string | null
        termsUrl: string | null
        supportEmail: string | null
      }
      groupId: string
      fields: Array<
        | {
          id: string
          label: string
          required: boolean
          type: "short-text"
          data: {
            placeholder?: string
            maxLength?: number
          }
        }
        | {
          id: string
          label: string
          required: boolean
          type: "long-text"
          data: {
            placeholder?: string
            maxLength?: number
          }
        }
        | {
          id: string
          label: string
          required: boolean
          type: "select"
          data: {
            options: Array<{
              id: string
              value: string
            }>
          }
        }
        | {
          id: string
          label: string
          required: boolean
          type: "multiple-choice"
          data: {
            options: Array<{
              id: string
              value: string
            }>
            multiple: boolean
          }
        }
        | {
          id: string
          label: string
          required: boolean
          type: "website-and-socials"
          data: {
            fields: Array<{
              type: 
                | "website"
                | "youtube"
                | "twitter"
                | "linkedin"
                | "instagram"
                | "tiktok"
              required: boolean
            }>
          }
        }
        | {
          id: string
          label: string
          required: boolean
          type: "image-upload"
          data: Record<string, unknown>
        }>
    }
  }
  getApplicationHistory: {
    params: undefined
    query: {
      partnerId: string
    }
    body: undefined
    output: {
      applications: Array<{
        id: string
        createdAt: string
        reviewedAt: string | null
      }>
    }
  }
  getBounty: {
    params: {
      bountyId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      name: string | null
      description: string | null
      type: "performance" | "submission"
      startMode: "absolute" | "relative"
      startsAt: string | null
      endsAt: string | null
      endsAfterDays: number | null
      submissionsOpenAt: string | null
      submissionFrequency: "day" | "week" | "month" | null
      maxSubmissions: number
      rewardAmount: number | null
      rewardDescription: string | null
      performanceCondition: 
        | {
          attribute: 
            | "totalLeads"
            | "totalConversions"
            | "totalSaleAmount"
            | "totalCommissions"
          operator: "gte"
          value: number
        }
        | null
      performanceScope: "new" | "lifetime" | null
      submissionRequirements: 
        | {
          image?: {
            max?: number
          }
          url?: {
            max?: number
            domains?: string[]
          }
          socialMetrics?: {
            platform: "youtube" | "tiktok" | "instagram" | "twitter" | "linkedin"
            metric: "views" | "likes"
            minCount?: number
            incrementalBonus?: {
              incrementCount?: number
              bonusPerIncrement?: number
              maxCount?: number
            }
          }
        }
        | null
      socialMetricsLastSyncedAt?: string | null
      groups: Array<{
        id: string
      }>
      partnerTags: Array<{
        id: string
      }>
      submissionsCountData?: {
        total: number
        submitted: number
        approved: number
      }
    }
  }
  getBountySubmission: {
    params: {
      bountyId: string
      submissionId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      bountyId: string
      partnerId: string
      description: string | null
      urls: string[] | null
      files: 
        | Array<{
          url: string
          fileName: string
          size: number
        }>
        | null
      status: "draft" | "submitted" | "approved" | "rejected"
      performanceCount: number | null
      socialMetricCount: number | null
      socialMetricsLastSyncedAt?: string | null
      createdAt: string
      completedAt: string | null
      reviewedAt: string | null
      rejectionReason: string | null
      rejectionNote: string | null
      periodNumber: number
      partner: {
        id: string
        name: string | null
        email: string | null
        image: string | null
        country: string | null
        payoutsEnabledAt: string | null
        groupId: string | null
        status: string | null
        bannedAt: string | null
        bannedReason: string | null
      }
      commission: 
        | {
          id: string
          amount: number
          earnings: number
          status: 
            | "pending"
            | "processed"
            | "paid"
            | "refunded"
            | "duplicate"
            | "fraud"
            | "canceled"
            | "hold"
          createdAt: string
        }
        | null
      user: 
        | {
          id: string
          name: string | null
          email: string | null
          image: string | null
        }
        | null
    }
  }
  getCampaign: {
    params: {
      campaignId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      type: "marketing" | "transactional"
      status: 
        | "draft"
        | "scheduled"
        | "sending"
        | "sent"
        | "canceled"
        | "active"
        | "paused"
      name: string
      subject: string
      preview: string | null
      from: string | null
      bodyJson: {
        type: "doc"
        content: unknown[]
      }
      groups: Array<{
        id: string
      }>
      partnerTags: Array<{
        id: string
      }>
      triggerConditions: Array<{
        attribute: string
        operator?: string
        value?: number
      }>
      scheduledAt: string | null
      userId: string | null
      createdAt: string
      updatedAt: string
    }
  }
  getCampaignEmail: {
    params: {
      campaignId: string
    }
    query: {
      partnerId?: string
    }
    body: undefined
    output: unknown
  }
  getCommissionsForOperator: {
    params: undefined
    query: {
      programId?: string
      timezone?: string
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
    }
    body: undefined
    output: {
      programs: Array<{
        id: string
        slug: string
        name: string
        url: string | null
        logo: string | null
        addedToMarketplaceAt: string | null
        commissions: number
        fees: number
      }>
      timeseries: Array<{
        start: string
        commissions: number
      }>
    }
  }
  getCustomer: {
    params: {
      id: string
    }
    query: {
      includeExpandedFields?: boolean
    }
    body: undefined
    output: CustomerEnrichedSchema
  }
  getCustomers: {
    params: undefined
    query: {
      email?: string
      externalId?: string
      search?: string
      country?: string
      linkId?: string
      programId?: string
      partnerId?: string
      includeExpandedFields?: boolean
      sortBy?: 
        | "createdAt"
        | "saleAmount"
        | "firstSaleAt"
        | "subscriptionCanceledAt"
      sortOrder?: "asc" | "desc"
      endingBefore?: string
      startingAfter?: string
      page?: number
      pageSize?: number
    }
    body: undefined
    output: CustomerEnrichedSchema[]
  }
  getDashboardOfFolder: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: 
      | {
        id: string
        linkId: string | null
        folderId: string | null
        projectId: string | null
        userId: string | null
        password: string | null
        showConversions: boolean
        doIndex: boolean
        createdAt: string
        updatedAt: string
      }
      | null
  }
  getDashboardOfLink: {
    params: {
      linkId: string
    }
    query: undefined
    body: undefined
    output: 
      | {
        id: string
        linkId: string | null
        folderId: string | null
        projectId: string | null
        userId: string | null
        password: string | null
        showConversions: boolean
        doIndex: boolean
        createdAt: string
        updatedAt: string
      }
      | null
  }
  getDelivery: {
    params: {
      id: string
      deliveryId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      connectionId: string
      eventId: string
      eventType: string
      state: "received" | "retrying" | "processed" | "ignored" | "failed"
      reason: string | null
      attempts: number
      receivedAt: string
      changedAt: string
      headers: Record<string, string>
      body: string
    }
  }
  getEmbedLeaderboard: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      rank: number
      id: string
      totalCommissions: number | null
      isYou: boolean
    }>
  }
  getEmbedOverview: {
    params: undefined
    query: undefined
    body: undefined
    output: {
      publicToken: string
      expires: string
      program: {
        id: string
        name: string
        logo: string | null
        termsUrl: string | null
        helpUrl: string | null
      }
      group: {
        id: string
        name: string
        logo: string | null
        brandColor: string | null
        canChooseUrl: boolean
      }
      partner: {
        id: string
        name: string
        image: string | null
        status: string
      }
      totals: {
        clicks: number
        leads: number
        sales: number
        saleAmount: number
        earnings: number | null
      }
      rewards: Array<{
        id: string
        event: "click" | "lead" | "sale" | "referral"
        description: string | null
        tooltipDescription: string | null
        type: "flat" | "percentage"
        amountInCents: number | null
        amountInPercentage: number | null
        maxDuration: number | null
        modifiers: 
          | Array<{
            id?: string
            operator: "AND" | "OR"
            conditions: Array<{
              entity: "customer" | "partner" | "sale" | "lead"
              attribute: string
              operator: 
                | "equals_to"
                | "not_equals"
                | "starts_with"
                | "ends_with"
                | "contains"
                | "not_contains"
                | "in"
                | "not_in"
                | "greater_than"
                | "greater_than_or_equal"
                | "less_than"
                | "less_than_or_equal"
              value: string | number | string[] | number[]
              label?: string | null
              metadataField?: string | null
            }>
            type: "flat" | "percentage"
            amountInCents?: number | null
            amountInPercentage?: number | null
            maxDuration?: number | null
          }>
          | null
        config: 
          | {
            trigger: 
              | "partnerApproved"
              | "commissionThreshold"
              | "saleRecorded"
              | "commissionEarned"
            commissionsThresholdInCents?: number | null
          }
          | null
        spendLimitAmount: number | null
        spendLimitInterval: "allTime" | "day" | "week" | "month" | null
        updatedAt: string
      }>
      discount: 
        | {
          id: string
          amount: number
          type: "flat" | "percentage"
          maxDuration: number | null
          description?: string | null
        }
        | null
      faq: Array<{
        question: string
        answer: string
      }>
      showsLeaderboard: boolean
      showsBadge: boolean
    }
  }
  getGroup: {
    params: {
      groupIdOrSlug: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      name: string
      slug: string
      color: string | null
      logo: string | null
      wordmark: string | null
      brandColor: string | null
      holdingPeriodDays: number
      autoApprovePartnersEnabledAt: string | null
      clickRewardId: string | null
      leadRewardId: string | null
      saleRewardId: string | null
      referralRewardId: string | null
      discountId: string | null
      utmTemplate: 
        | {
          id: string
          name: string
          utm_source: string | null
          utm_medium: string | null
          utm_campaign: string | null
          utm_term: string | null
          utm_content: string | null
          ref: string | null
        }
        | null
      additionalLinks: 
        | Array<{
          domain: string
          path: string
          validationMode: "domain" | "exact"
        }>
        | null
      maxPartnerLinks: number
      linkStructure: "short" | "query" | "path"
      moveRules: Record<string, unknown>[] | null
      applicationFormData: Record<string, unknown> | null
      applicationFormPublishedAt: string | null
      landerData: Record<string, unknown> | null
      landerPublishedAt: string | null
      createdAt: string
      updatedAt: string
      clickReward: 
        | {
          id: string
          event: "click" | "lead" | "sale" | "referral"
          description: string | null
          tooltipDescription: string | null
          type: "flat" | "percentage"
          amountInCents: number | null
          amountInPercentage: number | null
          maxDuration: number | null
          modifiers: 
            | Array<{
              id?: string
              operator: "AND" | "OR"
              conditions: Array<{
                entity: "customer" | "partner" | "sale" | "lead"
                attribute: string
                operator: 
                  | "equals_to"
                  | "not_equals"
                  | "starts_with"
                  | "ends_with"
                  | "contains"
                  | "not_contains"
                  | "in"
                  | "not_in"
                  | "greater_than"
                  | "greater_than_or_equal"
                  | "less_than"
                  | "less_than_or_equal"
                value: string | number | string[] | number[]
                label?: string | null
                metadataField?: string | null
              }>
              type: "flat" | "percentage"
              amountInCents?: number | null
              amountInPercentage?: number | null
              maxDuration?: number | null
            }>
            | null
          config: 
            | {
              trigger: 
                | "partnerApproved"
                | "commissionThreshold"
                | "saleRecorded"
                | "commissionEarned"
              commissionsThresholdInCents?: number | null
            }
            | null
          spendLimitAmount: number | null
          spendLimitInterval: "allTime" | "day" | "week" | "month" | null
          updatedAt: string
        }
        | null
      leadReward: 
        | {
          id: string
          event: "click" | "lead" | "sale" | "referral"
          description: string | null
          tooltipDescription: string | null
          type: "flat" | "percentage"
          amountInCents: number | null
          amountInPercentage: number | null
          maxDuration: number | null
          modifiers: 
            | Array<{
              id?: string
              operator: "AND" | "OR"
              conditions: Array<{
                entity: "customer" | "partner" | "sale" | "lead"
                attribute: string
                operator: 
                  | "equals_to"
                  | "not_equals"
                  | "starts_with"
                  | "ends_with"
                  | "contains"
                  | "not_contains"
                  | "in"
                  | "not_in"
                  | "greater_than"
                  | "greater_than_or_equal"
                  | "less_than"
                  | "less_than_or_equal"
                value: string | number | string[] | number[]
                label?: string | null
                metadataField?: string | null
              }>
              type: "flat" | "percentage"
              amountInCents?: number | null
              amountInPercentage?: number | null
              maxDuration?: number | null
            }>
            | null
          config: 
            | {
              trigger: 
                | "partnerApproved"
                | "commissionThreshold"
                | "saleRecorded"
                | "commissionEarned"
              commissionsThresholdInCents?: number | null
            }
            | null
          spendLimitAmount: number | null
          spendLimitInterval: "allTime" | "day" | "week" | "month" | null
          updatedAt: string
        }
        | null
      saleReward: 
        | {
          id: string
          event: "click" | "lead" | "sale" | "referral"
          description: string | null
          tooltipDescription: string | null
          type: "flat" | "percentage"
          amountInCents: number | null
          amountInPercentage: number | null
          maxDuration: number | null
          modifiers: 
            | Array<{
              id?: string
              operator: "AND" | "OR"
              conditions: Array<{
                entity: "customer" | "partner" | "sale" | "lead"
                attribute: string
                operator: 
                  | "equals_to"
                  | "not_equals"
                  | "starts_with"
                  | "ends_with"
                  | "contains"
                  | "not_contains"
                  | "in"
                  | "not_in"
                  | "greater_than"
                  | "greater_than_or_equal"
                  | "less_than"
                  | "less_than_or_equal"
                value: string | number | string[] | number[]
                label?: string | null
                metadataField?: string | null
              }>
              type: "flat" | "percentage"
              amountInCents?: number | null
              amountInPercentage?: number | null
              maxDuration?: number | null
            }>
            | null
          config: 
            | {
              trigger: 
                | "partnerApproved"
                | "commissionThreshold"
                | "saleRecorded"
                | "commissionEarned"
              commissionsThresholdInCents?: number | null
            }
            | null
          spendLimitAmount: number | null
          spendLimitInterval: "allTime" | "day" | "week" | "month" | null
          updatedAt: string
        }
        | null
      referralReward: 
        | {
          id: string
          event: "click" | "lead" | "sale" | "referral"
          description: string | null
          tooltipDescription: string | null
          type: "flat" | "percentage"
          amountInCents: number | null
          amountInPercentage: number | null
          maxDuration: number | null
          modifiers: 
            | Array<{
              id?: string
              operator: "AND" | "OR"
              conditions: Array<{
                entity: "customer" | "partner" | "sale" | "lead"
                attribute: string
                operator: 
                  | "equals_to"
                  | "not_equals"
                  | "starts_with"
                  | "ends_with"
                  | "contains"
                  | "not_contains"
                  | "in"
                  | "not_in"
                  | "greater_than"
                  | "greater_than_or_equal"
                  | "less_than"
                  | "less_than_or_equal"
                value: string | number | string[] | number[]
                label?: string | null
                metadataField?: string | null
              }>
              type: "flat" | "percentage"
              amountInCents?: number | null
              amountInPercentage?: number | null
              maxDuration?: number | null
            }>
            | null
          config: 
            | {
              trigger: 
                | "partnerApproved"
                | "commissionThreshold"
                | "saleRecorded"
                | "commissionEarned"
              commissionsThresholdInCents?: number | null
            }
            | null
          spendLimitAmount: number | null
          spendLimitInterval: "allTime" | "day" | "week" | "month" | null
          updatedAt: string
        }
        | null
      discount: 
        | {
          id: string
          amount: number
          type: "flat" | "percentage"
          maxDuration: number | null
          couponId: string | null
          couponTestId: string | null
          description?: string | null
          provider: "stripe" | "shopify" | "custom"
          autoProvisionEnabledAt?: string | null
          partnersCount?: number
        }
        | null
    }
  }
  getIntegration: {
    params: {
      providerSlug: string
    }
    query: undefined
    body: undefined
    output: {
      slug: string
      name: string
      description: string
      category: string
      website: string
      takesWebhooks: boolean
      signingSecret: string | null
      maySendUnsigned: boolean
      settingsSchema: Record<string, unknown>
      installed: 
        | {
          id: string
          settings: Record<string, unknown>
          createdAt: string
        }
        | null
    }
  }
  getJob: {
    params: {
      id: string
    }
    query: {
      page?: number
      pageSize?: number
    }
    body: undefined
    output: {
      id: string
      type: string
      state: "waiting" | "active" | "completed" | "failed" | "canceled"
      total: number | null
      done: number
      failed: number
      createdAt: string
      source: string | null
      startedAt: string | null
      finishedAt: string | null
      error: string | null
      result: 
        | {
          url: string
          contentType: string
          fileName: string
        }
        | null
      errors: Array<{
        index: number
        element: unknown
        error: string
        code: 
          | "bad_request"
          | "unauthorized"
          | "forbidden"
          | "exceeded_limit"
          | "not_found"
          | "conflict"
          | "invite_pending"
          | "invite_expired"
          | "unprocessable_entity"
          | "rate_limit_exceeded"
          | "internal_server_error"
      }>
    }
  }
  getLinkInfo: {
    params: undefined
    query: {
      domain?: string
      key?: string
      linkId?: string
      externalId?: string
      includeUser?: boolean
      includeWebhooks?: boolean
    }
    body: undefined
    output: LinkSchema
  }
  getLinks: {
    params: undefined
    query: {
      domain?: string
      tagId?: string
      tagIds?: string | string[]
      tagNames?: string | string[]
      folderId?: string
      search?: string
      userId?: string
      tenantId?: string
      showArchived?: boolean
      withTags?: boolean
      endingBefore?: string
      startingAfter?: string
      page?: number
      pageSize?: number
      linkIds?: string | string[]
      partnerId?: string
      sortBy?: "createdAt" | "clicks" | "saleAmount" | "lastClicked"
      includeUser?: boolean
      includeWebhooks?: boolean
    }
    body: undefined
    output: LinkSchema[]
  }
  getLog: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      request_id: string
      timestamp: string
      method: string
      path: string
      route_pattern: string
      status_code: number
      duration: number
      user_agent: string | null
      query_params: string | null
      request_body: string | null
      response_body: string | null
      request_type: "api" | "webhook"
      token_id: string | null
      user_id: string | null
      token: 
        | {
          id: string
          name: string
          partialKey: string
        }
        | null
      user: 
        | {
          id: string
          name: string | null
          email: string | null
          image: string | null
          isMachine: boolean
        }
        | null
    }
  }
  getMemories: {
    params: undefined
    query: {
      user_id?: string
      run_id?: string
      agent_id?: string
      top_k?: number
      show_expired?: boolean
      filters?: string
      cursor?: string
    }
    body: undefined
    output: {
      results: Array<{
        id: string
        memory: string
        hash: string
        user_id: string | null
        agent_id: string | null
        run_id: string | null
        actor_id: string | null
        role: string | null
        metadata: Record<string, unknown> | null
        customer_id: string | null
        link_id: string | null
        partner_id: string | null
        expiration_date: string | null
        created_at: string
        updated_at: string
        workspace_id?: string
      }>
      next_cursor: string | null
    }
  }
  getMemoryEntities: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      id: string
      type: "user" | "agent" | "run"
      total_memories: number
      created_at: string
      updated_at: string
    }>
  }
  getMemoryHistory: {
    params: {
      memoryId: string
    }
    query: undefined
    body: undefined
    output: Array<{
      id: string
      memory_id: string
      old_memory: string | null
      new_memory: string | null
      event: "ADD" | "UPDATE" | "DELETE"
      created_at: string
      updated_at: string
      is_deleted: boolean
      actor_id: string | null
      role: string | null
    }>
  }
  getMetatags: {
    params: undefined
    query: {
      url: string
    }
    body: undefined
    output: unknown
  }
  getNetworkActivity: {
    params: {
      partnerId: string
    }
    query: undefined
    body: undefined
    output: {
      totalPrograms: number
      activePrograms: number
      bannedPrograms: number
    }
  }
  getNetworkInvitesUsage: {
    params: undefined
    query: undefined
    body: undefined
    output: {
      usage: number
      limit: number
      resetsAt: string | null
    }
  }
  getOwnAnalytics: {
    params: {
      programId: string
    }
    query: {
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
      groupBy?: "top_links" | "timeseries" | "count"
    }
    body: undefined
    output: 
      | PartnerAnalyticsCount
      | PartnerAnalyticsTimeseries[]
      | PartnerAnalyticsOwnLinks[]
  }
  getOwnBounty: {
    params: {
      bountyId: string
      programId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      name: string | null
      description: string | null
      type: "performance" | "submission"
      startMode: "absolute" | "relative"
      startsAt: string | null
      endsAt: string | null
      endsAfterDays: number | null
      submissionsOpenAt: string | null
      submissionFrequency: "day" | "week" | "month" | null
      maxSubmissions: number
      rewardAmount: number | null
      rewardDescription: string | null
      performanceCondition: 
        | {
          attribute: 
            | "totalLeads"
            | "totalConversions"
            | "totalSaleAmount"
            | "totalCommissions"
          operator: "gte"
          value: number
        }
        | null
      performanceScope: "new" | "lifetime" | null
      submissionRequirements: 
        | {
          image?: {
            max?: number
          }
          url?: {
            max?: number
            domains?: string[]
          }
          socialMetrics?: {
            platform: "youtube" | "tiktok" | "instagram" | "twitter" | "linkedin"
            metric: "views" | "likes"
            minCount?: number
            incrementalBonus?: {
              incrementCount?: number
              bonusPerIncrement?: number
              maxCount?: number
            }
          }
        }
        | null
      socialMetricsLastSyncedAt?: string | null
      groups: Array<{
        id: string
      }>
      partnerTags: Array<{
        id: string
      }>
      submissionsCountData?: {
        total: number
        submitted: number
        approved: number
      }
      submissions: Array<{
        id: string
        bountyId: string
        partnerId: string
        description: string | null
        urls: string[] | null
        files: 
          | Array<{
            url: string
            fileName: string
            size: number
          }>
          | null
        status: "draft" | "submitted" | "approved" | "rejected"
        performanceCount: number | null
        socialMetricCount: number | null
        socialMetricsLastSyncedAt?: string | null
        createdAt: string
        completedAt: string | null
        reviewedAt: string | null
        rejectionReason: string | null
        rejectionNote: string | null
        periodNumber: number
      }>
    }
  }
  getOwnEarningsSeries: {
    params: {
      programId: string
    }
    query: {
      type?: string
      status?: 
        | "pending"
        | "processed"
        | "paid"
        | "refunded"
        | "duplicate"
        | "fraud"
        | "canceled"
        | "hold"
      customerId?: string
      payoutId?: string
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
    }
    body: undefined
    output: Array<{
      start: string
      earnings: number
      count: number
    }>
  }
  getOwnPayoutSettings: {
    params: undefined
    query: undefined
    body: undefined
    output: {
      defaultPayoutMethod: string | null
      paypalEmail: string | null
      stripeAccountId: string | null
      payoutsEnabledAt: string | null
    }
  }
  getOwnProgram: {
    params: {
      programId: string
    }
    query: undefined
    body: undefined
    output: {
      programId: string
      partnerId: string
      status: 
        | "pending"
        | "approved"
        | "rejected"
        | "invited"
        | "declined"
        | "deactivated"
        | "banned"
        | "archived"
      tenantId: string | null
      groupId: string | null
      createdAt: string
      totalClicks: number
      totalLeads: number
      totalConversions: number
      totalSales: number
      totalSaleAmount: number
      totalCommissions: number
      program: {
        id: string
        slug: string
        name: string
        logo: string | null
        domain: string | null
        url: string | null
        description: string | null
        supportEmail: string | null
        helpUrl: string | null
        termsUrl: string | null
        minPayoutAmount: number
        deactivatedAt: string | null
        messagingEnabledAt: string | null
      }
      links: Array<{
        id: string
        domain: string
        key: string
        shortLink: string
        url: string
        clicks: number
        leads: number
        conversions: number
        sales: number
        saleAmount: number
        partnerGroupDefaultLinkId: string | null
      }>
      rewards: Array<{
        id: string
        event: "click" | "lead" | "sale" | "referral"
        description: string | null
        tooltipDescription: string | null
        type: "flat" | "percentage"
        amountInCents: number | null
        amountInPercentage: number | null
        maxDuration: number | null
        modifiers: 
          | Array<{
            id?: string
            operator: "AND" | "OR"
            conditions: Array<{
              entity: "customer" | "partner" | "sale" | "lead"
              attribute: string
              operator: 
                | "equals_to"
                | "not_equals"
                | "starts_with"
                | "ends_with"
                | "contains"
                | "not_contains"
                | "in"
                | "not_in"
                | "greater_than"
                | "greater_than_or_equal"
                | "less_than"
                | "less_than_or_equal"
              value: string | number | string[] | number[]
              label?: string | null
              metadataField?: string | null
            }>
            type: "flat" | "percentage"
            amountInCents?: number | null
            amountInPercentage?: number | null
            maxDuration?: number | null
          }>
          | null
        config: 
          | {
            trigger: 
              | "partnerApproved"
              | "commissionThreshold"
              | "saleRecorded"
              | "commissionEarned"
            commissionsThresholdInCents?: number | null
          }
          | null
        spendLimitAmount: number | null
        spendLimitInterval: "allTime" | "day" | "week" | "month" | null
        updatedAt: string
      }>
      discount: 
        | {
          id: string
          amount: number
          type: "flat" | "percentage"
          maxDuration: number | null
          description?: string | null
        }
        | null
      discountCodes: Array<{
        code: string
        linkId: string
      }>
      group: 
        | {
          id: string
          name: string
          slug: string
          color: string | null
          maxPartnerLinks: number
          canChooseUrl: boolean
        }
        | null
      referralFormData: 
        | {
          fields: Array<
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "text"
              constraints?: {
                maxLength?: number
                pattern?: string
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "textarea"
              constraints?: {
                maxLength?: number
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "select"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "country"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "date"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "multiSelect"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "number"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "phone"
            }>
        }
        | null
    }
  }
  getPartner: {
    params: {
      partnerId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      name: string
      username: string | null
      email: string | null
      image: string | null
      description?: string | null
      country: string | null
      companyName: string | null
      networkStatus: "draft" | "submitted" | "approved" | "rejected" | "trusted"
      defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      paypalEmail: string | null
      stripeConnectId: string | null
      payoutsEnabledAt: string | null
      identityVerifiedAt: string | null
      programId: string
      groupId?: string | null
      partnerId: string
      tenantId: string | null
      createdAt: string
      status: 
        | "pending"
        | "approved"
        | "rejected"
        | "invited"
        | "declined"
        | "deactivated"
        | "banned"
        | "archived"
      links: 
        | Array<{
          id: string
          domain: string
          key: string
          shortLink: string
          url: string
          clicks: number
          leads: number
          conversions: number
          sales: number
          saleAmount: number
        }>
        | null
      totalCommissions: number
      clickRewardId?: string | null
      leadRewardId?: string | null
      saleRewardId?: string | null
      referralRewardId?: string | null
      discountId?: string | null
      applicationId?: string | null
      bannedAt?: string | null
      bannedReason?: 
        | "tos_violation"
        | "inappropriate_content"
        | "fake_traffic"
        | "fraud"
        | "spam"
        | "brand_abuse"
        | null
      referralFormData?: 
        | {
          fields: Array<
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "text"
              constraints?: {
                maxLength?: number
                pattern?: string
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "textarea"
              constraints?: {
                maxLength?: number
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "select"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "country"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "date"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "multiSelect"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "number"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "phone"
            }>
        }
        | null
      application?: 
        | {
          rejectionReason: 
            | "needsMoreDetail"
            | "doesNotMeetRequirements"
            | "notTheRightFit"
            | "other"
            | null
          rejectionNote: string | null
          reviewedAt: string | null
        }
        | null
      tags?: Array<{
        id: string
        name: string
      }>
      totalClicks: number
      totalLeads: number
      totalConversions: number
      totalSales: number
      totalSaleAmount: number
      netRevenue: number
      earningsPerClick?: number | null
      averageLifetimeValue?: number | null
      clickToLeadRate?: number | null
      clickToConversionRate?: number | null
      leadToConversionRate?: number | null
      returnOnAdSpend?: number | null
      website?: string | null
      youtube?: string | null
      twitter?: string | null
      linkedin?: string | null
      instagram?: string | null
      tiktok?: string | null
      trustedAt?: string | null
      discount: 
        | {
          id: string
          provider: string
        }
        | null
      lastLeadAt: string | null
      lastConversionAt: string | null
      customerDataSharingEnabledAt: string | null
      groupMoveDisabledAt: string | null
      riskMonitoringDisabledAt: string | null
      platforms: Array<{
        type: string
        identifier: string
        verifiedAt: string | null
        subscribers: number
        posts: number
        views: number
      }>
      monthlyTraffic: string | null
      industryInterests: string[] | null
      preferredEarningStructures: string[] | null
      salesChannels: string[] | null
    }
  }
  getPartnerImage: {
    params: undefined
    query: {
      url: string
    }
    body: undefined
    output: unknown
  }
  getPartnerPreferences: {
    params: undefined
    query: undefined
    body: undefined
    output: {
      commissionCreated: boolean
      applicationApproved: boolean
      newMessageFromProgram: boolean
      marketingCampaign: boolean
      newBounty: boolean
      payoutSent: boolean
      monthlyProgramSummary: boolean
    }
  }
  getPartnerProfile: {
    params: undefined
    query: undefined
    body: undefined
    output: {
      id: string
      name: string
      username: string | null
      email: string | null
      image: string | null
      description: string | null
      country: string | null
      profileType: "individual" | "company"
      companyName: string | null
      networkStatus: "draft" | "submitted" | "approved" | "rejected" | "trusted"
      identityVerifiedAt: string | null
      defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      payoutsEnabledAt: string | null
      invoiceSettings: 
        | {
          address?: string
          taxId?: string
        }
        | null
      monthlyTraffic: string | null
      industryInterests: string[]
      preferredEarningStructures: string[]
      salesChannels: string[]
      platforms: Array<{
        type: 
          | "website"
          | "youtube"
          | "twitter"
          | "linkedin"
          | "instagram"
          | "tiktok"
        identifier: string
        verifiedAt: string | null
        subscribers: number
        posts: number
        views: number
      }>
      role: "owner" | "member"
      createdAt: string
    }
  }
  getPayoutSettings: {
    params: {
      partnerId: string
    }
    query: undefined
    body: undefined
    output: {
      partnerId: string
      method: "manual" | "connect" | "paypal"
      stripeAccountId: string | null
      paypalEmail: string | null
      details: string | null
      updatedAt: string
    }
  }
  getPayoutsForOperator: {
    params: undefined
    query: {
      programId?: string
      status?: "processing" | "completed" | "failed"
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      page?: number
      pageSize?: number
    }
    body: undefined
    output: {
      invoices: Array<{
        date: string
        programId: string
        programName: string
        programLogo: string | null
        status: "processing" | "completed" | "failed"
        amount: number
        fee: number
        total: number
      }>
      timeseriesData: Array<{
        date: string
        payouts: number
        fees: number
        total: number
      }>
      totalInvoices: number
    }
  }
  getPlatformRole: {
    params: undefined
    query: undefined
    body: undefined
    output: {
      role: "owner" | "member" | "viewer" | "billing" | null
    }
  }
  getPreviewImage: {
    params: undefined
    query: {
      url: string
    }
    body: undefined
    output: unknown
  }
  getProgram: {
    params: {
      programId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      name: string
      slug: string
      logo: string | null
      domain: string | null
      url: string | null
      description: string | null
      primaryRewardEvent: "click" | "lead" | "sale" | "referral"
      minPayoutAmount: number
      payoutMode: "internal" | "hybrid" | "external"
      addedToMarketplaceAt: string | null
      messagingEnabledAt: string | null
      partnerNetworkEnabledAt: string | null
      categories: string[]
      defaultFolderId: string | null
      defaultGroupId: string
      supportEmail: string | null
      helpUrl: string | null
      termsUrl: string | null
      referralFormData: 
        | {
          fields: Array<
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "text"
              constraints?: {
                maxLength?: number
                pattern?: string
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "textarea"
              constraints?: {
                maxLength?: number
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "select"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "country"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "date"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "multiSelect"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "number"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "phone"
            }>
        }
        | null
      applicationRequirements: 
        | Array<{
          key: "country" | "emailDomain"
          operator: "is" | "is_not"
          value: string[]
        }>
        | null
      inviteEmailData: Record<string, unknown> | null
      embedData: Record<string, unknown> | null
      createdAt: string
      updatedAt: string
      startedAt: string | null
      deactivatedAt: string | null
    }
  }
  getPublicDashboard: {
    params: {
      id: string
    }
    query: {
      password?: string
    }
    body: undefined
    output: {
      id: string
      title: string
      url: string | null
      domain: string | null
      key: string | null
      folderId: string | null
      showConversions: boolean
    }
  }
  getQRCode: {
    params: undefined
    query: {
      url: string
      logo?: string
      size?: number
      level?: "L" | "M" | "Q" | "H"
      fgColor?: string
      bgColor?: string
      hideLogo?: boolean
      margin?: number
      includeMargin?: boolean
      format?: "png" | "svg"
    }
    body: undefined
    output: unknown
  }
  getReferralSeries: {
    params: undefined
    query: {
      days?: number
    }
    body: undefined
    output: Array<{
      start: string
      earnings: number
      count: number
    }>
  }
  getReferralStats: {
    params: undefined
    query: undefined
    body: undefined
    output: {
      partners: number
      commissions: number
      earnings: number
    }
  }
  getRevenue: {
    params: undefined
    query: {
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
    }
    body: undefined
    output: {
      timeseries: Array<{
        date: string
        mrr: number
        payoutFees: number
        totalRevenue: number
      }>
    }
  }
  getReward: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      event: "click" | "lead" | "sale" | "referral"
      description: string | null
      tooltipDescription: string | null
      type: "flat" | "percentage"
      amountInCents: number | null
      amountInPercentage: number | null
      maxDuration: number | null
      modifiers: 
        | Array<{
          id?: string
          operator: "AND" | "OR"
          conditions: Array<{
            entity: "customer" | "partner" | "sale" | "lead"
            attribute: string
            operator: 
              | "equals_to"
              | "not_equals"
              | "starts_with"
              | "ends_with"
              | "contains"
              | "not_contains"
              | "in"
              | "not_in"
              | "greater_than"
              | "greater_than_or_equal"
              | "less_than"
              | "less_than_or_equal"
            value: string | number | string[] | number[]
            label?: string | null
            metadataField?: string | null
          }>
          type: "flat" | "percentage"
          amountInCents?: number | null
          amountInPercentage?: number | null
          maxDuration?: number | null
        }>
        | null
      config: 
        | {
          trigger: 
            | "partnerApproved"
            | "commissionThreshold"
            | "saleRecorded"
            | "commissionEarned"
          commissionsThresholdInCents?: number | null
        }
        | null
      spendLimitAmount: number | null
      spendLimitInterval: "allTime" | "day" | "week" | "month" | null
      updatedAt: string
    }
  }
  getSubmittedLead: {
    params: {
      leadId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      programId: string
      partnerId: string
      name: string
      email: string
      company: string | null
      formData: Array<{
        key: string
        label: string
        value: string | string[]
      }>
      status: 
        | "pending"
        | "qualified"
        | "meeting"
        | "negotiation"
        | "unqualified"
        | "closedWon"
        | "closedLost"
      createdAt: string
      updatedAt: string
    }
  }
  getTags: {
    params: undefined
    query: {
      sortBy?: "name" | "createdAt"
      sortOrder?: "asc" | "desc"
      search?: string
      ids?: string | string[]
      page?: number
      pageSize?: number
      includeLinksCount?: boolean
    }
    body: undefined
    output: Array<{
      id: string
      name: string
      color: 
        | "red"
        | "yellow"
        | "green"
        | "blue"
        | "purple"
        | "brown"
        | "gray"
        | "pink"
      _count?: {
        links: number
      }
    }>
  }
  getTopPrograms: {
    params: undefined
    query: {
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
    }
    body: undefined
    output: {
      programs: Array<{
        id: string
        programId: string
        name: string
        logo: string | null
        leads: number
        sales: number
        saleAmount: number
        commissions: number
        partners: number
      }>
    }
  }
  getUser: {
    params: undefined
    query: undefined
    body: undefined
    output: {
      id: string
      name: string | null
      email: string | null
      image: string | null
      isMachine: boolean
      defaultWorkspace: string | null
      hasPassword: boolean
      isImpersonated: boolean
      createdAt: string
    }
  }
  getUserForOperator: {
    params: {
      userId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      name: string | null
      email: string | null
      platformRole: "owner" | "member" | "viewer" | "billing" | null
      createdAt: string
      workspaces: Array<{
        id: string
        name: string
        slug: string
        plan: string
        usage: number
        linksUsage: number
        totalClicks: number
        totalLinks: number
        clicks: number
        links: number
      }>
      programs: Array<{
        id: string
        name: string
        slug: string
        status: string
        totalClicks: number
        totalLeads: number
        totalConversions: number
        totalSaleAmount: number
        totalCommissions: number
      }>
    }
  }
  getVerification: {
    params: undefined
    query: undefined
    body: undefined
    output: {
      latest: 
        | {
          startedAt: string
          finishedAt: string
          rows: Record<string, number>
          differences: number
          found: Array<{
            table: string
            key: Record<string, unknown>
            expected: Record<string, unknown> | null
            found: Record<string, unknown> | null
          }>
        }
        | null
    }
  }
  getWebhookDelivery: {
    params: {
      id: string
      deliveryId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      event: 
        | "link.created"
        | "link.updated"
        | "link.deleted"
        | "link.clicked"
        | "lead.created"
        | "sale.created"
        | "partner.application_submitted"
        | "partner.enrolled"
        | "partner.merged"
        | "commission.created"
        | "bounty.created"
        | "bounty.updated"
        | "payout.confirmed"
        | "discount_code.created"
        | "discount_code.deleted"
      state: "pending" | "retrying" | "succeeded" | "failed"
      attemptCount: number
      httpStatus: number | null
      createdAt: string
      lastAttemptAt: string | null
      nextAttemptAt: string | null
      request: string | null
      attempts: Array<{
        at: string
        url: string
        status: number | null
        error: string | null
        durationMs: number
        response: string | null
      }>
    }
  }
  getWorkspace: {
    params: {
      idOrSlug: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      name: string
      slug: string
      logo: string | null
      plan: 
        | "free"
        | "pro"
        | "business"
        | "business plus"
        | "business extra"
        | "business max"
        | "advanced"
        | "enterprise"
      planTier: number
      trialEndsAt: string | null
      publishableKey: string | null
      allowedHostnames: string[]
      conversionEnabled: boolean
      attributionModel: "last_click" | "first_click"
      attributionWindowDays: number | null
      usage: number
      usageLimit: number
      linksUsage: number
      linksLimit: number
      domainsLimit: number
      tagsLimit: number
      foldersUsage: number
      foldersLimit: number
      usersLimit: number
      payoutsUsage: number
      payoutsLimit: number
      networkInvitesLimit: number
      payoutFee: number
      payoutFeeWaiverLimit: number
      payoutFeeWaiverUsage: number
      partnersUsage: number
      partnersLimit: number
      groupsLimit: number
      partnerTagsLimit: number
      defaultProgramId: string | null
      totalLinks: number
      totalClicks: number
      billingCycleStart: number
      billingPeriodStart: string
      createdAt: string
      users: Array<{
        role: "owner" | "member" | "viewer" | "billing"
        defaultFolderId: null
      }>
      inviteCode: null
      defaultProduct: null
      planPeriod: null
      stripeId: null
      subscriptionCanceledAt: null
      billingCycleEndsAt: null
      paymentFailedAt: null
      stripeConnectId: null
      store: null
      ssoEmailDomain: null
      ssoEnforcedAt: null
      shopifyStoreId: null
      aiUsage: number
      aiLimit: number
      dotLinkClaimed: boolean
      fastDirectDebitPayouts: boolean
      flags: Record<string, boolean>
      domains: Array<{
        slug: string
        primary: boolean
        verified: boolean
      }>
    }
  }
  getYearInReview: {
    params: undefined
    query: {
      year?: number
    }
    body: undefined
    output: {
      year: number
      totals: {
        leads: number
        sales: number
        saleAmount: number
        earnings: number
      }
      percentiles: 
        | {
          sales: number
          earnings: number
        }
        | null
    }
  }
  ignoreNetworkPartner: {
    params: {
      partnerId: string
    }
    query: undefined
    body: {
      ignored?: boolean
    }
    output: {
      id: string
      partnerId: string
      starredAt: string | null
      ignoredAt: string | null
      invitedAt: string | null
    }
  }
  impersonateUser: {
    params: undefined
    query: undefined
    body: {
      email?: string
      slug?: string
    }
    output: {
      email: string | null
      workspaces: Array<{
        id: string
        name: string
        slug: string
        plan: string
        usage: number
        linksUsage: number
        totalClicks: number
        totalLinks: number
        clicks: number
        links: number
      }>
      programs: Array<{
        id: string
        name: string
        slug: string
        status: string
        totalClicks: number
        totalLeads: number
        totalConversions: number
        totalSaleAmount: number
        totalCommissions: number
      }>
      impersonateUrl: {
        app: string
        partners: string
      }
    }
  }
  installIntegration: {
    params: undefined
    query: undefined
    body: {
      slug: string
      settings?: Record<string, unknown>
    }
    output: {
      slug: string
      name: string
      description: string
      category: string
      website: string
      takesWebhooks: boolean
      signingSecret: string | null
      maySendUnsigned: boolean
      settingsSchema: Record<string, unknown>
      installed: 
        | {
          id: string
          settings: Record<string, unknown>
          createdAt: string
        }
        | null
    }
  }
  inviteNetworkPartner: {
    params: {
      partnerId: string
    }
    query: undefined
    body: {
      groupId?: string
      username?: string | null
      emailSubject?: string | null
      emailTitle?: string | null
      emailBody?: string | null
    }
    output: {
      id: string
      partnerId: string
      starredAt: string | null
      ignoredAt: string | null
      invitedAt: string | null
    }
  }
  invitePartnerUser: {
    params: undefined
    query: undefined
    body: {
      email: string
      role?: "owner" | "member"
    }
    output: {
      email: string
      role: "owner" | "member"
      expiresAt: string
      createdAt: string
    }
  }
  inviteTeammates: {
    params: {
      idOrSlug: string
    }
    query: undefined
    body: {
      teammates: Array<{
        email: string
        role?: "owner" | "member" | "viewer" | "billing"
      }>
    }
    output: unknown
  }
  listActivities: {
    params: undefined
    query: {
      resourceType?: 
        | "partner"
        | "program"
        | "group"
        | "reward"
        | "discount"
        | "commission"
      resourceId?: string
      parentResourceType?: 
        | "partner"
        | "program"
        | "group"
        | "reward"
        | "discount"
        | "commission"
      parentResourceId?: string
      action?: string
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      resourceType: 
        | "partner"
        | "program"
        | "group"
        | "reward"
        | "discount"
        | "commission"
      resourceId: string
      parentResourceType: string | null
      parentResourceId: string | null
      action: string
      description: string | null
      changes: 
        | Record<string, {
          old: unknown
          new: unknown
        }>
        | null
      userId: string | null
      user: 
        | {
          id: string
          name: string | null
          image: string | null
        }
        | null
      createdAt: string
    }>
  }
  listAllFraudAlerts: {
    params: undefined
    query: {
      status?: "pending" | "confirmed" | "dismissed"
      page?: number
      pageSize?: number
      programId?: string
    }
    body: undefined
    output: {
      fraudAlerts: Array<{
        id: string
        reason: string
        status: "pending" | "confirmed" | "dismissed"
        reviewedAt: string | null
        reviewNote: string | null
        createdAt: string
        partner: {
          id: string
          name: string
          email: string | null
          image: string | null
        }
        program: {
          id: string
          name: string
          logo: string | null
        }
      }>
      total: number
    }
  }
  listAuditEntries: {
    params: undefined
    query: {
      operation?: string
      userId?: string
      start?: string
      end?: string
      startingAfter?: string
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      operation: string
      path: string
      userId: string | null
      email: string | null
      role: string
      address: string
      input: Record<string, unknown>
      createdAt: string
    }>
  }
  listBounties: {
    params: undefined
    query: {
      partnerId?: string
      includeSubmissionsCount?: boolean
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      name: string | null
      description: string | null
      type: "performance" | "submission"
      startMode: "absolute" | "relative"
      startsAt: string | null
      endsAt: string | null
      endsAfterDays: number | null
      submissionsOpenAt: string | null
      submissionFrequency: "day" | "week" | "month" | null
      maxSubmissions: number
      rewardAmount: number | null
      rewardDescription: string | null
      performanceCondition: 
        | {
          attribute: 
            | "totalLeads"
            | "totalConversions"
            | "totalSaleAmount"
            | "totalCommissions"
          operator: "gte"
          value: number
        }
        | null
      performanceScope: "new" | "lifetime" | null
      submissionRequirements: 
        | {
          image?: {
            max?: number
          }
          url?: {
            max?: number
            domains?: string[]
          }
          socialMetrics?: {
            platform: "youtube" | "tiktok" | "instagram" | "twitter" | "linkedin"
            metric: "views" | "likes"
            minCount?: number
            incrementalBonus?: {
              incrementCount?: number
              bonusPerIncrement?: number
              maxCount?: number
            }
          }
        }
        | null
      socialMetricsLastSyncedAt?: string | null
      groups: Array<{
        id: string
      }>
      partnerTags: Array<{
        id: string
      }>
      submissionsCountData?: {
        total: number
        submitted: number
        approved: number
      }
    }>
  }
  listBountySubmissions: {
    params: {
      bountyId: string
    }
    query: {
      status?: "draft" | "submitted" | "approved" | "rejected"
      groupId?: string
      partnerId?: string
      sortBy?: "completedAt" | "performanceCount" | "socialMetricCount"
      sortOrder?: "asc" | "desc"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      bountyId: string
      partnerId: string
      description: string | null
      urls: string[] | null
      files: 
        | Array<{
          url: string
          fileName: string
          size: number
        }>
        | null
      status: "draft" | "submitted" | "approved" | "rejected"
      performanceCount: number | null
      socialMetricCount: number | null
      socialMetricsLastSyncedAt?: string | null
      createdAt: string
      completedAt: string | null
      reviewedAt: string | null
      rejectionReason: string | null
      rejectionNote: string | null
      periodNumber: number
    }>
  }
  listCampaignEvents: {
    params: {
      campaignId: string
    }
    query: {
      status?: "delivered" | "opened" | "bounced"
      search?: string
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      createdAt: string
      deliveredAt: string | null
      openedAt: string | null
      bouncedAt: string | null
      failure: string | null
      recipient: string
      partner: {
        id: string
        name: string
        image: string | null
      }
    }>
  }
  listCampaigns: {
    params: undefined
    query: {
      type?: "marketing" | "transactional"
      status?: 
        | "draft"
        | "scheduled"
        | "sending"
        | "sent"
        | "canceled"
        | "active"
        | "paused"
      search?: string
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      type: "marketing" | "transactional"
      status: 
        | "draft"
        | "scheduled"
        | "sending"
        | "sent"
        | "canceled"
        | "active"
        | "paused"
      name: string
      subject: string
      preview: string | null
      from: string | null
      groups: Array<{
        id: string
      }>
      partnerTags: Array<{
        id: string
      }>
      triggerConditions: Array<{
        attribute: string
        operator?: string
        value?: number
      }>
      scheduledAt: string | null
      userId: string | null
      createdAt: string
      updatedAt: string
    }>
  }
  listCommissions: {
    params: undefined
    query: {
      type?: "click" | "lead" | "sale" | "referral" | "custom"
      customerId?: string
      payoutId?: string
      partnerId?: string
      tenantId?: string
      groupId?: string
      partnerTagId?: string
      invoiceId?: string
      status?: 
        | "pending"
        | "processed"
        | "paid"
        | "refunded"
        | "duplicate"
        | "fraud"
        | "canceled"
        | "hold"
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
      query?: string
      sortBy?: "createdAt" | "amount"
      sortOrder?: "asc" | "desc"
      endingBefore?: string
      startingAfter?: string
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      type?: "click" | "lead" | "sale" | "referral" | "custom"
      amount: number
      earnings: number
      currency: string
      status: 
        | "pending"
        | "processed"
        | "paid"
        | "refunded"
        | "duplicate"
        | "fraud"
        | "canceled"
        | "hold"
      invoiceId: string | null
      description: string | null
      quantity: number
      userId?: string | null
      metadata: Record<string, unknown> | null
      createdAt: string
      updatedAt: string
      paidAt: string | null
      partner: {
        id: string
        name: string
        email: string | null
        image: string | null
        payoutsEnabledAt: string | null
        country: string | null
        groupId?: string | null
      }
      customer?: 
        | {
          id: string
          name?: string | null
          email?: string | null
          avatar?: string | null
          externalId: string
          stripeCustomerId?: string | null
          country?: string | null
          sales?: number | null
          saleAmount?: number | null
          createdAt: string
          firstSaleAt?: string | null
          subscriptionCanceledAt?: string | null
        }
        | null
    }>
  }
  listConnections: {
    params: undefined
    query: {
      providerSlug?: string
      status?: "pending" | "active" | "paused" | "disconnected"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      providerSlug: string
      name: string
      status: "pending" | "active" | "paused" | "disconnected"
      webhookUrl: string
      settings: Record<string, unknown>
      hasSigningSecret: boolean
      previousSecretUntil: string | null
      hasApiKey: boolean
      lastDeliveryAt: string | null
      createdAt: string
      updatedAt: string
    }>
  }
  listCustomerActivity: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      events: Array<
        | {
          event: "click"
          timestamp: string
          click: {
            id: string
            timestamp: string
            url: string
            country: string
            city: string
            region: string
            continent: string
            device: string
            browser: string
            os: string
            ua?: string | null
            trigger?: string | null
            referer: string
            refererUrl: string
            qr: boolean
            ip: string
          }
          link: 
            | {
              id: string
              domain: string
              key: string
              shortLink: string
            }
            | null
        }
        | {
          event: "lead"
          timestamp: string
          click: {
            id: string
            timestamp: string
            url: string
            country: string
            city: string
            region: string
            continent: string
            device: string
            browser: string
            os: string
            ua?: string | null
            trigger?: string | null
            referer: string
            refererUrl: string
            qr: boolean
            ip: string
          }
          link: 
            | {
              id: string
              domain: string
              key: string
              shortLink: string
            }
            | null
          eventId: string
          eventName: string
          metadata: unknown
        }
        | {
          event: "sale"
          timestamp: string
          click: {
            id: string
            timestamp: string
            url: string
            country: string
            city: string
            region: string
            continent: string
            device: string
            browser: string
            os: string
            ua?: string | null
            trigger?: string | null
            referer: string
            refererUrl: string
            qr: boolean
            ip: string
          }
          link: 
            | {
              id: string
              domain: string
              key: string
              shortLink: string
            }
            | null
          eventId: string
          eventName: string
          metadata: unknown
          sale: {
            amount: number
            currency: string
            paymentProcessor: string
            invoiceId: string | null
            refundOf: string | null
          }
        }>
      link: 
        | {
          id: string
          domain: string
          key: string
          shortLink: string
        }
        | null
    }
  }
  listDefaultLinks: {
    params: {
      groupIdOrSlug: string
    }
    query: undefined
    body: undefined
    output: Array<{
      id: string
      domain: string
      url: string
      createdAt: string
    }>
  }
  listDeliveries: {
    params: {
      id: string
    }
    query: {
      state?: "received" | "retrying" | "processed" | "ignored" | "failed"
      eventType?: string
      startingAfter?: string
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      connectionId: string
      eventId: string
      eventType: string
      state: "received" | "retrying" | "processed" | "ignored" | "failed"
      reason: string | null
      attempts: number
      receivedAt: string
      changedAt: string
    }>
  }
  listDiscountCodes: {
    params: undefined
    query: {
      partnerId?: string
      discountId?: string
      code?: string
      page?: number
      pageSize?: number
    }
    body: undefined
    output: DiscountCodeSchema[]
  }
  listDiscounts: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      id: string
      amount: number
      type: "flat" | "percentage"
      maxDuration: number | null
      couponId: string | null
      couponTestId: string | null
      description?: string | null
      provider: "stripe" | "shopify" | "custom"
      autoProvisionEnabledAt?: string | null
      partnersCount?: number
    }>
  }
  listDomains: {
    params: undefined
    query: {
      archived?: boolean
      search?: string
      page?: number
      pageSize?: number
      includeLink?: boolean
    }
    body: undefined
    output: Array<{
      id: string
      slug: string
      verified: boolean
      primary: boolean
      archived: boolean
      placeholder: string | null
      expiredUrl: string | null
      notFoundUrl: string | null
      logo: string | null
      assetLinks: string | null
      appleAppSiteAssociation: string | null
      deepviewData: string | null
      createdAt: string
      updatedAt: string
      registeredDomain: 
        | {
          id: string
          autoRenewalDisabledAt: string | null
          createdAt: string
          expiresAt: string
          renewalFee: number
        }
        | null
      link?: LinkSchema | null
    }>
  }
  listEligiblePayouts: {
    params: {
      programId: string
    }
    query: {
      selectedPayoutIds?: string | string[]
      excludedPayoutIds?: string | string[]
      cutoffPeriod?: 
        | "today"
        | "lastMonth"
        | "twoMonthsAgo"
        | "lastQuarter"
        | "lastYear"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      invoiceId: string | null
      amount: number
      currency: string
      status: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
      description?: string | null
      periodStart: string | null
      periodEnd: string | null
      createdAt: string
      updatedAt?: string
      initiatedAt: string | null
      paidAt: string | null
      failureReason?: string | null
      mode: "internal" | "external" | null
      method: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      traceId?: string | null
      partner: {
        id: string
        name: string
        email: string | null
        image: string | null
        payoutsEnabledAt: string | null
        country: string | null
        groupId?: string | null
        defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
        tenantId: string | null
      }
      user?: 
        | {
          id: string
          name: string | null
          email: string | null
          image: string | null
        }
        | null
    }>
  }
  listEmailDomains: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      id: string
      slug: string
      status: "pending" | "verified" | "failed"
      lastChecked: string | null
      createdAt: string
      record: {
        type: "TXT"
        name: string
        value: string
      }
    }>
  }
  listEmbedBounties: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      id: string
      name: string | null
      description: string | null
      type: "performance" | "submission"
      startMode: "absolute" | "relative"
      startsAt: string | null
      endsAt: string | null
      endsAfterDays: number | null
      submissionsOpenAt: string | null
      submissionFrequency: "day" | "week" | "month" | null
      maxSubmissions: number
      rewardAmount: number | null
      rewardDescription: string | null
      performanceCondition: 
        | {
          attribute: 
            | "totalLeads"
            | "totalConversions"
            | "totalSaleAmount"
            | "totalCommissions"
          operator: "gte"
          value: number
        }
        | null
      performanceScope: "new" | "lifetime" | null
      submissionRequirements: 
        | {
          image?: {
            max?: number
          }
          url?: {
            max?: number
            domains?: string[]
          }
          socialMetrics?: {
            platform: "youtube" | "tiktok" | "instagram" | "twitter" | "linkedin"
            metric: "views" | "likes"
            minCount?: number
            incrementalBonus?: {
              incrementCount?: number
              bonusPerIncrement?: number
              maxCount?: number
            }
          }
        }
        | null
      socialMetricsLastSyncedAt?: string | null
      groups: Array<{
        id: string
      }>
      partnerTags: Array<{
        id: string
      }>
      submissionsCountData?: {
        total: number
        submitted: number
        approved: number
      }
    }>
  }
  listEmbedEarnings: {
    params: undefined
    query: {
      page?: number
      pageSize?: number
      withTotal?: string
    }
    body: undefined
    output: 
      | Array<{
        id: string
        type: string
        status: string
        amount: number
        earnings: number
        currency: string
        createdAt: string
      }>
      | {
        data: Array<{
          id: string
          type: string
          status: string
          amount: number
          earnings: number
          currency: string
          createdAt: string
        }>
        total: number
      }
  }
  listEmbedLinks: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      id: string
      domain: string
      key: string
      shortLink: string
      url: string
      clicks: number
      leads: number
      conversions: number
      sales: number
      saleAmount: number
      partnerGroupDefaultLinkId: string | null
    }>
  }
  listEmbedSubmissions: {
    params: {
      bountyId: string
    }
    query: undefined
    body: undefined
    output: Array<{
      id: string
      bountyId: string
      partnerId: string
      description: string | null
      urls: string[] | null
      files: 
        | Array<{
          url: string
          fileName: string
          size: number
        }>
        | null
      status: "draft" | "submitted" | "approved" | "rejected"
      performanceCount: number | null
      socialMetricCount: number | null
      socialMetricsLastSyncedAt?: string | null
      createdAt: string
      completedAt: string | null
      reviewedAt: string | null
      rejectionReason: string | null
      rejectionNote: string | null
      periodNumber: number
    }>
  }
  listEvents: {
    params: undefined
    query: {
      event?: "clicks" | "leads" | "sales"
      domain?: string
      key?: string
      linkId?: string
      externalId?: string
      tenantId?: string
      tagId?: string
      folderId?: string
      partnerTagId?: string
      groupId?: string
      partnerId?: string
      customerId?: string
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
      country?: string
      city?: string
      region?: string
      continent?: string
      device?: string
      browser?: string
      os?: string
      trigger?: string
      referer?: string
      refererUrl?: string
      url?: string
      utm_source?: string
      utm_medium?: string
      utm_campaign?: string
      utm_term?: string
      utm_content?: string
      root?: boolean
      saleType?: "new" | "recurring"
      query?: string
      programId?: string
      tagIds?: string
      qr?: boolean
      page?: number
      limit?: number
      sortOrder?: "asc" | "desc"
      sortBy?: "timestamp"
      order?: "asc" | "desc"
      startingAfter?: string
      endingBefore?: string
    }
    body: undefined
    output: Array<
      | ClickEventResponseSchema
      | LeadEventResponseSchema
      | SaleEventResponseSchema>
  }
  listFolders: {
    params: undefined
    query: {
      search?: string
      page?: number
      pageSize?: number
    }
    body: undefined
    output: FolderSchema[]
  }
  listFraudEvents: {
    params: undefined
    query: {
      groupId?: string
      customerId?: string
      type?: 
        | "customerEmailMatch"
        | "customerEmailSuspiciousDomain"
        | "referralSourceBanned"
        | "paidTrafficDetected"
        | "partnerCrossProgramBan"
        | "partnerDuplicateAccount"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      groupId: string
      type: 
        | "customerEmailMatch"
        | "customerEmailSuspiciousDomain"
        | "referralSourceBanned"
        | "paidTrafficDetected"
        | "partnerCrossProgramBan"
        | "partnerDuplicateAccount"
      createdAt: string
      partner: {
        id: string
        name: string | null
        email: string | null
        image: string | null
      }
      customer: 
        | {
          id: string
          name: string | null
          email: string | null
          avatar: string | null
        }
        | null
      commission: 
        | {
          id: string
          earnings: number
          currency: string
          status: 
            | "pending"
            | "processed"
            | "paid"
            | "refunded"
            | "duplicate"
            | "fraud"
            | "canceled"
            | "hold"
        }
        | null
      linkId: string | null
      eventId: string | null
      duplicatePartner: 
        | {
          id: string
          name: string | null
          email: string | null
          image: string | null
        }
        | null
      metadata: Record<string, unknown> | null
    }>
  }
  listFraudGroups: {
    params: undefined
    query: {
      status?: "pending" | "resolved" | "expired"
      type?: 
        | "customerEmailMatch"
        | "customerEmailSuspiciousDomain"
        | "referralSourceBanned"
        | "paidTrafficDetected"
        | "partnerCrossProgramBan"
        | "partnerDuplicateAccount"
      partnerId?: string
      groupId?: string
      sortBy?: "lastEventAt" | "type" | "resolvedAt"
      sortOrder?: "asc" | "desc"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      type: 
        | "customerEmailMatch"
        | "customerEmailSuspiciousDomain"
        | "referralSourceBanned"
        | "paidTrafficDetected"
        | "partnerCrossProgramBan"
        | "partnerDuplicateAccount"
      status: "pending" | "resolved" | "expired"
      resolutionReason: string | null
      resolvedAt: string | null
      lastEventAt: string
      eventCount: number
      partner: {
        id: string
        name: string | null
        email: string | null
        image: string | null
        status: 
          | "pending"
          | "approved"
          | "rejected"
          | "invited"
          | "declined"
          | "deactivated"
          | "banned"
          | "archived"
          | null
      }
      user: 
        | {
          id: string
          name: string | null
          email: string | null
          image: string | null
        }
        | null
    }>
  }
  listFraudRules: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      type: 
        | "customerEmailMatch"
        | "customerEmailSuspiciousDomain"
        | "referralSourceBanned"
        | "paidTrafficDetected"
        | "partnerCrossProgramBan"
        | "partnerDuplicateAccount"
      enabled: boolean
      config: 
        | {
          domains?: string[]
          platforms?: Array<
            | "google"
            | "facebook"
            | "x"
            | "bing"
            | "linkedin"
            | "reddit"
            | "tiktok">
          google?: {
            whitelistedCampaignIds: string[]
          }
        }
        | null
    }>
  }
  listGroups: {
    params: undefined
    query: {
      search?: string
      groupIds?: string | string[]
      sortBy?: 
        | "createdAt"
        | "totalPartners"
        | "totalClicks"
        | "totalLeads"
        | "totalSales"
        | "totalSaleAmount"
        | "totalConversions"
        | "totalCommissions"
      sortOrder?: "asc" | "desc"
      includeExpandedFields?: boolean
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      name: string
      slug: string
      color: string | null
      logo: string | null
      wordmark: string | null
      brandColor: string | null
      holdingPeriodDays: number
      autoApprovePartnersEnabledAt: string | null
      clickRewardId: string | null
      leadRewardId: string | null
      saleRewardId: string | null
      referralRewardId: string | null
      discountId: string | null
      utmTemplate: 
        | {
          id: string
          name: string
          utm_source: string | null
          utm_medium: string | null
          utm_campaign: string | null
          utm_term: string | null
          utm_content: string | null
          ref: string | null
        }
        | null
      additionalLinks: 
        | Array<{
          domain: string
          path: string
          validationMode: "domain" | "exact"
        }>
        | null
      maxPartnerLinks: number
      linkStructure: "short" | "query" | "path"
      moveRules: Record<string, unknown>[] | null
      applicationFormData: Record<string, unknown> | null
      applicationFormPublishedAt: string | null
      landerData: Record<string, unknown> | null
      landerPublishedAt: string | null
      createdAt: string
      updatedAt: string
      totalPartners: number
      totalClicks: number
      totalLeads: number
      totalSales: number
      totalSaleAmount: number
      totalConversions: number
      totalCommissions: number
      netRevenue: number
      clickReward: 
        | {
          id: string
          event: "click" | "lead" | "sale" | "referral"
          description: string | null
          tooltipDescription: string | null
          type: "flat" | "percentage"
          amountInCents: number | null
          amountInPercentage: number | null
          maxDuration: number | null
          modifiers: 
            | Array<{
              id?: string
              operator: "AND" | "OR"
              conditions: Array<{
                entity: "customer" | "partner" | "sale" | "lead"
                attribute: string
                operator: 
                  | "equals_to"
                  | "not_equals"
                  | "starts_with"
                  | "ends_with"
                  | "contains"
                  | "not_contains"
                  | "in"
                  | "not_in"
                  | "greater_than"
                  | "greater_than_or_equal"
                  | "less_than"
                  | "less_than_or_equal"
                value: string | number | string[] | number[]
                label?: string | null
                metadataField?: string | null
              }>
              type: "flat" | "percentage"
              amountInCents?: number | null
              amountInPercentage?: number | null
              maxDuration?: number | null
            }>
            | null
          config: 
            | {
              trigger: 
                | "partnerApproved"
                | "commissionThreshold"
                | "saleRecorded"
                | "commissionEarned"
              commissionsThresholdInCents?: number | null
            }
            | null
          spendLimitAmount: number | null
          spendLimitInterval: "allTime" | "day" | "week" | "month" | null
          updatedAt: string
        }
        | null
      leadReward: 
        | {
          id: string
          event: "click" | "lead" | "sale" | "referral"
          description: string | null
          tooltipDescription: string | null
          type: "flat" | "percentage"
          amountInCents: number | null
          amountInPercentage: number | null
          maxDuration: number | null
          modifiers: 
            | Array<{
              id?: string
              operator: "AND" | "OR"
              conditions: Array<{
                entity: "customer" | "partner" | "sale" | "lead"
                attribute: string
                operator: 
                  | "equals_to"
                  | "not_equals"
                  | "starts_with"
                  | "ends_with"
                  | "contains"
                  | "not_contains"
                  | "in"
                  | "not_in"
                  | "greater_than"
                  | "greater_than_or_equal"
                  | "less_than"
                  | "less_than_or_equal"
                value: string | number | string[] | number[]
                label?: string | null
                metadataField?: string | null
              }>
              type: "flat" | "percentage"
              amountInCents?: number | null
              amountInPercentage?: number | null
              maxDuration?: number | null
            }>
            | null
          config: 
            | {
              trigger: 
                | "partnerApproved"
                | "commissionThreshold"
                | "saleRecorded"
                | "commissionEarned"
              commissionsThresholdInCents?: number | null
            }
            | null
          spendLimitAmount: number | null
          spendLimitInterval: "allTime" | "day" | "week" | "month" | null
          updatedAt: string
        }
        | null
      saleReward: 
        | {
          id: string
          event: "click" | "lead" | "sale" | "referral"
          description: string | null
          tooltipDescription: string | null
          type: "flat" | "percentage"
          amountInCents: number | null
          amountInPercentage: number | null
          maxDuration: number | null
          modifiers: 
            | Array<{
              id?: string
              operator: "AND" | "OR"
              conditions: Array<{
                entity: "customer" | "partner" | "sale" | "lead"
                attribute: string
                operator: 
                  | "equals_to"
                  | "not_equals"
                  | "starts_with"
                  | "ends_with"
                  | "contains"
                  | "not_contains"
                  | "in"
                  | "not_in"
                  | "greater_than"
                  | "greater_than_or_equal"
                  | "less_than"
                  | "less_than_or_equal"
                value: string | number | string[] | number[]
                label?: string | null
                metadataField?: string | null
              }>
              type: "flat" | "percentage"
              amountInCents?: number | null
              amountInPercentage?: number | null
              maxDuration?: number | null
            }>
            | null
          config: 
            | {
              trigger: 
                | "partnerApproved"
                | "commissionThreshold"
                | "saleRecorded"
                | "commissionEarned"
              commissionsThresholdInCents?: number | null
            }
            | null
          spendLimitAmount: number | null
          spendLimitInterval: "allTime" | "day" | "week" | "month" | null
          updatedAt: string
        }
        | null
      referralReward: 
        | {
          id: string
          event: "click" | "lead" | "sale" | "referral"
          description: string | null
          tooltipDescription: string | null
          type: "flat" | "percentage"
          amountInCents: number | null
          amountInPercentage: number | null
          maxDuration: number | null
          modifiers: 
            | Array<{
              id?: string
              operator: "AND" | "OR"
              conditions: Array<{
                entity: "customer" | "partner" | "sale" | "lead"
                attribute: string
                operator: 
                  | "equals_to"
                  | "not_equals"
                  | "starts_with"
                  | "ends_with"
                  | "contains"
                  | "not_contains"
                  | "in"
                  | "not_in"
                  | "greater_than"
                  | "greater_than_or_equal"
                  | "less_than"
                  | "less_than_or_equal"
                value: string | number | string[] | number[]
                label?: string | null
                metadataField?: string | null
              }>
              type: "flat" | "percentage"
              amountInCents?: number | null
              amountInPercentage?: number | null
              maxDuration?: number | null
            }>
            | null
          config: 
            | {
              trigger: 
                | "partnerApproved"
                | "commissionThreshold"
                | "saleRecorded"
                | "commissionEarned"
              commissionsThresholdInCents?: number | null
            }
            | null
          spendLimitAmount: number | null
          spendLimitInterval: "allTime" | "day" | "week" | "month" | null
          updatedAt: string
        }
        | null
      discount: 
        | {
          id: string
          amount: number
          type: "flat" | "percentage"
          maxDuration: number | null
          couponId: string | null
          couponTestId: string | null
          description?: string | null
          provider: "stripe" | "shopify" | "custom"
          autoProvisionEnabledAt?: string | null
          partnersCount?: number
        }
        | null
    }>
  }
  listInstallations: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      id: string
      app: {
        id: string
        name: string
        slug: string
      }
      user: {
        id: string
        name: string | null
      }
      scopes: string[]
      lastUsed: string | null
      createdAt: string
    }>
  }
  listInvites: {
    params: {
      idOrSlug: string
    }
    query: {
      search?: string
      role?: "owner" | "member" | "viewer" | "billing"
    }
    body: undefined
    output: Array<{
      id: string
      name: null
      email: string
      image: null
      role: "owner" | "member" | "viewer" | "billing"
      isMachine: false
      expires: string
      createdAt: string
    }>
  }
  listInvoices: {
    params: undefined
    query: {
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      number: string
      status: "processing" | "completed" | "failed" | "canceled"
      amount: number
      externalAmount: number
      fee: number
      waivedAmount: number
      total: number
      chargeAmount: number
      currency: "usd"
      cutoffPeriod: 
        | "today"
        | "lastMonth"
        | "twoMonthsAgo"
        | "lastQuarter"
        | "lastYear"
        | null
      payoutCount: number
      payoutsByStatus: Record<string, number>
      createdAt: string
      user: 
        | {
          id: string
          name: string | null
          email: string | null
        }
        | null
    }>
  }
  listJobs: {
    params: undefined
    query: {
      type?: string
      state?: "waiting" | "active" | "completed" | "failed" | "canceled"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      type: string
      state: "waiting" | "active" | "completed" | "failed" | "canceled"
      total: number | null
      done: number
      failed: number
      createdAt: string
      source: string | null
      startedAt: string | null
      finishedAt: string | null
      error: string | null
      result: 
        | {
          url: string
          contentType: string
          fileName: string
        }
        | null
    }>
  }
  listLinksForOperator: {
    params: undefined
    query: {
      domain?: string
      search?: string
      sort?: "createdAt" | "clicks" | "lastClicked"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      domain: string
      key: string
      shortLink: string
      url: string
      clicks: number
      lastClicked: string | null
      createdAt: string
      disabledAt: string | null
      bannedAt: string | null
      workspace: 
        | {
          id: string
          slug: string
          name: string
        }
        | null
      user: 
        | {
          id: string
          name: string | null
          email: string | null
        }
        | null
      tags: Array<{
        id: string
        name: string
        color: string
      }>
    }>
  }
  listLogs: {
    params: undefined
    query: {
      routePattern?: string
      method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
      statusCode?: number
      tokenId?: string
      requestId?: string
      requestType?: "api" | "webhook"
      start?: string
      end?: string
      interval?: "24h" | "7d" | "30d" | "60d" | "90d"
      timezone?: string
      exactRange?: "0" | "1" | "true" | "false" | ""
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      request_id: string
      timestamp: string
      method: string
      path: string
      route_pattern: string
      status_code: number
      duration: number
      user_agent: string | null
      query_params: string | null
      request_body: string | null
      response_body: string | null
      request_type: "api" | "webhook"
      token_id: string | null
      user_id: string | null
      token: 
        | {
          id: string
          name: string
          partialKey: string
        }
        | null
      user: 
        | {
          id: string
          name: string | null
          email: string | null
          image: string | null
          isMachine: boolean
        }
        | null
    }>
  }
  listMarketplacePrograms: {
    params: undefined
    query: {
      page?: number
      pageSize?: number
    }
    body: undefined
    output: {
      programs: Array<{
        id: string
        description: string | null
        categories: string[]
        name: string
        slug: string
        logo: string | null
        url: string | null
        addedToMarketplaceAt: string
        marketplaceRanking: number
      }>
    }
  }
  listMembers: {
    params: {
      idOrSlug: string
    }
    query: {
      search?: string
      role?: "owner" | "member" | "viewer" | "billing"
    }
    body: undefined
    output: Array<{
      id: string
      name: string | null
      email: string | null
      image: string | null
      role: "owner" | "member" | "viewer" | "billing"
      isMachine: boolean
      createdAt: string
    }>
  }
  listMessages: {
    params: undefined
    query: {
      partnerId?: string
      messagesLimit?: number
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      partner: {
        id: string
        name: string | null
        image: string | null
      }
      unreadCount: number
      messages: Array<{
        id: string
        programId: string
        partnerId: string
        senderPartnerId: string | null
        senderUserId: string | null
        type: "direct" | "campaign"
        subject: string | null
        text: string
        readInApp: string | null
        readInEmail: string | null
        createdAt: string
        updatedAt: string
        senderPartner: 
          | {
            id: string
            name: string | null
            image: string | null
          }
          | null
        senderUser: 
          | {
            id: string
            name: string | null
            image: string | null
          }
          | null
        attachments: Array<{
          id: string
          url: string
          fileName: string
          size: number
        }>
      }>
    }>
  }
  listNetworkPartners: {
    params: undefined
    query: {
      status?: "discover" | "invited" | "recruited" | "ignored"
      country?: string
      starred?: string
      platform?: 
        | "website"
        | "youtube"
        | "twitter"
        | "linkedin"
        | "instagram"
        | "tiktok"
      partnerIds?: string | string[]
      sortBy?: "relevance" | "subscribers"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      name: string
      image: string | null
      description: string | null
      country: string | null
      profileType: "individual" | "company"
      companyName: string | null
      networkStatus: "approved" | "trusted"
      monthlyTraffic: string | null
      industryInterests: string[]
      preferredEarningStructures: string[]
      salesChannels: string[]
      platforms: Array<{
        type: 
          | "website"
          | "youtube"
          | "twitter"
          | "linkedin"
          | "instagram"
          | "tiktok"
        identifier: string
        isVerified: boolean
        subscribers: number
      }>
      starredAt: string | null
      ignoredAt: string | null
      invitedAt: string | null
      recruitedAt: string | null
    }>
  }
  listNetworkPartnersForOperator: {
    params: undefined
    query: {
      networkStatus?: "draft" | "submitted" | "approved" | "rejected" | "trusted"
      country?: string
      search?: string
      sortBy?: "createdAt" | "submittedAt" | "reviewedAt"
      sortOrder?: "asc" | "desc"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      name: string
      email: string | null
      image: string | null
      description: string | null
      country: string | null
      companyName: string | null
      createdAt: string
      submittedAt: string | null
      reviewedAt: string | null
      networkStatus: "draft" | "submitted" | "approved" | "rejected" | "trusted"
      platforms: Array<{
        type: 
          | "website"
          | "youtube"
          | "twitter"
          | "linkedin"
          | "instagram"
          | "tiktok"
        identifier: string
        verifiedAt: string | null
        subscribers: number
        posts: number
        views: number
      }>
      changeHistoryLog: Array<{
        field: string
        from: string | null
        to: string | null
        changedAt: string
      }>
      programs: Array<{
        id: string
        name: string
        logo: string | null
        slug: string
        url: string | null
        status: string
        totalSaleAmount: number
        totalCommissions: number
      }>
      duplicatePartnerAccounts: Array<{
        id: string
        name: string
        email: string | null
        image: string | null
        country: string | null
      }>
    }>
  }
  listNetworkPrograms: {
    params: undefined
    query: {
      category?: 
        | "AI"
        | "Development"
        | "Design"
        | "Productivity"
        | "Finance"
        | "Marketing"
        | "Ecommerce"
        | "Security"
        | "Education"
        | "Health"
        | "Consumer"
        | "Support"
      rewardType?: "sale" | "lead" | "click" | "discount"
      featured?: string
      search?: string
      status?: 
        | "pending"
        | "approved"
        | "rejected"
        | "invited"
        | "declined"
        | "deactivated"
        | "banned"
        | "archived"
        | "null"
      sortBy?: "name" | "recency" | "popularity"
      sortOrder?: "asc" | "desc"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      slug: string
      defaultGroupId: string
      name: string
      logo: string | null
      domain: string | null
      url: string | null
      description: string | null
      rewards: Array<{
        id: string
        event: "click" | "lead" | "sale" | "referral"
        description: string | null
        tooltipDescription: string | null
        type: "flat" | "percentage"
        amountInCents: number | null
        amountInPercentage: number | null
        maxDuration: number | null
        modifiers: 
          | Array<{
            id?: string
            operator: "AND" | "OR"
            conditions: Array<{
              entity: "customer" | "partner" | "sale" | "lead"
              attribute: string
              operator: 
                | "equals_to"
                | "not_equals"
                | "starts_with"
                | "ends_with"
                | "contains"
                | "not_contains"
                | "in"
                | "not_in"
                | "greater_than"
                | "greater_than_or_equal"
                | "less_than"
                | "less_than_or_equal"
              value: string | number | string[] | number[]
              label?: string | null
              metadataField?: string | null
            }>
            type: "flat" | "percentage"
            amountInCents?: number | null
            amountInPercentage?: number | null
            maxDuration?: number | null
          }>
          | null
        config: 
          | {
            trigger: 
              | "partnerApproved"
              | "commissionThreshold"
              | "saleRecorded"
              | "commissionEarned"
            commissionsThresholdInCents?: number | null
          }
          | null
        spendLimitAmount: number | null
        spendLimitInterval: "allTime" | "day" | "week" | "month" | null
        updatedAt: string
      }>
      discount: 
        | {
          id: string
          amount: number
          type: "flat" | "percentage"
          maxDuration: number | null
          description?: string | null
        }
        | null
      termsUrl: string | null
      applicationRequirements: unknown
      categories: string[]
      featuredOnMarketplaceAt: string | null
      marketplaceHeaderImage: string | null
      status: 
        | "pending"
        | "approved"
        | "rejected"
        | "invited"
        | "declined"
        | "deactivated"
        | "banned"
        | "archived"
        | null
    }>
  }
  listOauthApps: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      id: string
      name: string
      slug: string
      developer: string
      website: string
      description: string | null
      readme: string | null
      logo: string | null
      screenshots: string[]
      clientId: string
      partialClientSecret: string
      redirectUris: string[]
      pkce: boolean
      verified: boolean
      createdAt: string
      updatedAt: string
    }>
  }
  listOwnActivities: {
    params: {
      programId: string
    }
    query: {
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      action: string
      createdAt: string
    }>
  }
  listOwnBounties: {
    params: {
      programId: string
    }
    query: undefined
    body: undefined
    output: Array<{
      id: string
      name: string | null
      description: string | null
      type: "performance" | "submission"
      startMode: "absolute" | "relative"
      startsAt: string | null
      endsAt: string | null
      endsAfterDays: number | null
      submissionsOpenAt: string | null
      submissionFrequency: "day" | "week" | "month" | null
      maxSubmissions: number
      rewardAmount: number | null
      rewardDescription: string | null
      performanceCondition: 
        | {
          attribute: 
            | "totalLeads"
            | "totalConversions"
            | "totalSaleAmount"
            | "totalCommissions"
          operator: "gte"
          value: number
        }
        | null
      performanceScope: "new" | "lifetime" | null
      submissionRequirements: 
        | {
          image?: {
            max?: number
          }
          url?: {
            max?: number
            domains?: string[]
          }
          socialMetrics?: {
            platform: "youtube" | "tiktok" | "instagram" | "twitter" | "linkedin"
            metric: "views" | "likes"
            minCount?: number
            incrementalBonus?: {
              incrementCount?: number
              bonusPerIncrement?: number
              maxCount?: number
            }
          }
        }
        | null
      socialMetricsLastSyncedAt?: string | null
      groups: Array<{
        id: string
      }>
      partnerTags: Array<{
        id: string
      }>
      submissionsCountData?: {
        total: number
        submitted: number
        approved: number
      }
    }>
  }
  listOwnCustomers: {
    params: {
      programId: string
    }
    query: {
      country?: string
      linkId?: string
      sortBy?: 
        | "createdAt"
        | "saleAmount"
        | "firstSaleAt"
        | "subscriptionCanceledAt"
      sortOrder?: "asc" | "desc"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      name: string | null
      email: string | null
      country: string | null
      sales: number
      saleAmount: number
      createdAt: string
      firstSaleAt: string | null
      subscriptionCanceledAt: string | null
    }>
  }
  listOwnEarnings: {
    params: {
      programId: string
    }
    query: {
      type?: string
      status?: 
        | "pending"
        | "processed"
        | "paid"
        | "refunded"
        | "duplicate"
        | "fraud"
        | "canceled"
        | "hold"
      customerId?: string
      payoutId?: string
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
      sortBy?: "createdAt" | "amount"
      sortOrder?: "asc" | "desc"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      type: string
      status: string
      amount: number
      earnings: number
      currency: string
      createdAt: string
    }>
  }
  listOwnLeads: {
    params: {
      programId: string
    }
    query: {
      status?: 
        | "pending"
        | "qualified"
        | "meeting"
        | "negotiation"
        | "unqualified"
        | "closedWon"
        | "closedLost"
      search?: string
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      programId: string
      partnerId: string
      name: string
      email: string
      company: string | null
      formData: Array<{
        key: string
        label: string
        value: string | string[]
      }>
      status: 
        | "pending"
        | "qualified"
        | "meeting"
        | "negotiation"
        | "unqualified"
        | "closedWon"
        | "closedLost"
      createdAt: string
      updatedAt: string
    }>
  }
  listOwnLinks: {
    params: {
      programId: string
    }
    query: undefined
    body: undefined
    output: Array<{
      id: string
      domain: string
      key: string
      shortLink: string
      url: string
      clicks: number
      leads: number
      conversions: number
      sales: number
      saleAmount: number
      partnerGroupDefaultLinkId: string | null
    }>
  }
  listOwnPayouts: {
    params: undefined
    query: {
      programId?: string
      status?: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
      sortBy?: "createdAt" | "amount" | "initiatedAt" | "paidAt"
      sortOrder?: "asc" | "desc"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      program: {
        id: string
        name: string
        slug: string
        logo: string | null
      }
      amount: number
      currency: string
      status: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
      description: string | null
      periodStart: string | null
      periodEnd: string | null
      createdAt: string
      initiatedAt: string | null
      paidAt: string | null
      failureReason: string | null
      method: string | null
    }>
  }
  listOwnPrograms: {
    params: undefined
    query: {
      status?: 
        | "pending"
        | "approved"
        | "rejected"
        | "invited"
        | "declined"
        | "deactivated"
        | "banned"
        | "archived"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      programId: string
      partnerId: string
      status: 
        | "pending"
        | "approved"
        | "rejected"
        | "invited"
        | "declined"
        | "deactivated"
        | "banned"
        | "archived"
      tenantId: string | null
      groupId: string | null
      createdAt: string
      totalClicks: number
      totalLeads: number
      totalConversions: number
      totalSales: number
      totalSaleAmount: number
      totalCommissions: number
      program: {
        id: string
        slug: string
        name: string
        logo: string | null
        domain: string | null
        url: string | null
        description: string | null
        supportEmail: string | null
        helpUrl: string | null
        termsUrl: string | null
        minPayoutAmount: number
        deactivatedAt: string | null
        messagingEnabledAt: string | null
      }
    }>
  }
  listOwnResources: {
    params: {
      programId: string
    }
    query: undefined
    body: undefined
    output: {
      logos: Array<{
        id: string
        name: string
        size: number
        url: string
      }>
      colors: Array<{
        id: string
        name: string
        color: string
      }>
      files: Array<{
        id: string
        name: string
        size: number
        url: string
      }>
      links: Array<{
        id: string
        name: string
        url: string
      }>
    }
  }
  listPartnerAccounts: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      partnerId: string
      name: string
      email: string | null
      image: string | null
      role: "owner" | "member"
    }>
  }
  listPartnerComments: {
    params: {
      partnerId: string
    }
    query: {
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      programId: string
      partnerId: string
      userId: string | null
      user: 
        | {
          id: string
          name: string | null
          image: string | null
        }
        | null
      text: string
      createdAt: string
      updatedAt: string
    }>
  }
  listPartnerMessages: {
    params: undefined
    query: {
      programId?: string
      messagesLimit?: number
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      program: {
        id: string
        name: string
        slug: string
        logo: string | null
        messagingEnabledAt: string | null
      }
      unreadCount: number
      messages: Array<{
        id: string
        programId: string
        partnerId: string
        senderPartnerId: string | null
        senderUserId: string | null
        type: "direct" | "campaign"
        subject: string | null
        text: string
        readInApp: string | null
        readInEmail: string | null
        createdAt: string
        updatedAt: string
        senderPartner: 
          | {
            id: string
            name: string | null
            image: string | null
          }
          | null
        senderUser: 
          | {
            id: string
            name: string | null
            image: string | null
          }
          | null
        attachments: Array<{
          id: string
          url: string
          fileName: string
          size: number
        }>
      }>
    }>
  }
  listPartnerTags: {
    params: undefined
    query: {
      search?: string
      tagIds?: string | string[]
      sortBy?: "name" | "createdAt"
      sortOrder?: "asc" | "desc"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      name: string
      createdAt: string
      updatedAt: string
    }>
  }
  listPartnerUserInvites: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      email: string
      role: "owner" | "member"
      expiresAt: string
      createdAt: string
    }>
  }
  listPartnerUsers: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      id: string
      name: string | null
      email: string | null
      image: string | null
      role: "owner" | "member"
      createdAt: string
    }>
  }
  listPartners: {
    params: undefined
    query: {
      groupId?: string
      status?: 
        | "pending"
        | "approved"
        | "rejected"
        | "invited"
        | "declined"
        | "deactivated"
        | "banned"
        | "archived"
      country?: string
      email?: string
      tenantId?: string
      search?: string
      sortBy?: 
        | "createdAt"
        | "totalClicks"
        | "totalLeads"
        | "totalConversions"
        | "totalSaleAmount"
        | "totalCommissions"
        | "netRevenue"
        | "earningsPerClick"
        | "averageLifetimeValue"
        | "clickToLeadRate"
        | "clickToConversionRate"
        | "leadToConversionRate"
        | "returnOnAdSpend"
      sortOrder?: "asc" | "desc"
      page?: number
      pageSize?: number
      totalClicksMin?: number
      totalClicksMax?: number
      totalLeadsMin?: number
      totalLeadsMax?: number
      totalConversionsMin?: number
      totalConversionsMax?: number
      totalSaleAmountMin?: number
      totalSaleAmountMax?: number
      totalCommissionsMin?: number
      totalCommissionsMax?: number
      partnerIds?: string | string[]
      partnerTagId?: string
      referredByPartnerId?: string
    }
    body: undefined
    output: Array<{
      id: string
      name: string
      username: string | null
      email: string | null
      image: string | null
      description?: string | null
      country: string | null
      companyName: string | null
      networkStatus: "draft" | "submitted" | "approved" | "rejected" | "trusted"
      defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      paypalEmail: string | null
      stripeConnectId: string | null
      payoutsEnabledAt: string | null
      identityVerifiedAt: string | null
      programId: string
      groupId?: string | null
      partnerId: string
      tenantId: string | null
      createdAt: string
      status: 
        | "pending"
        | "approved"
        | "rejected"
        | "invited"
        | "declined"
        | "deactivated"
        | "banned"
        | "archived"
      links: 
        | Array<{
          id: string
          domain: string
          key: string
          shortLink: string
          url: string
          clicks: number
          leads: number
          conversions: number
          sales: number
          saleAmount: number
        }>
        | null
      totalCommissions: number
      clickRewardId?: string | null
      leadRewardId?: string | null
      saleRewardId?: string | null
      referralRewardId?: string | null
      discountId?: string | null
      applicationId?: string | null
      bannedAt?: string | null
      bannedReason?: 
        | "tos_violation"
        | "inappropriate_content"
        | "fake_traffic"
        | "fraud"
        | "spam"
        | "brand_abuse"
        | null
      referralFormData?: 
        | {
          fields: Array<
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "text"
              constraints?: {
                maxLength?: number
                pattern?: string
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "textarea"
              constraints?: {
                maxLength?: number
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "select"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "country"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "date"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "multiSelect"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "number"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "phone"
            }>
        }
        | null
      application?: 
        | {
          rejectionReason: 
            | "needsMoreDetail"
            | "doesNotMeetRequirements"
            | "notTheRightFit"
            | "other"
            | null
          rejectionNote: string | null
          reviewedAt: string | null
        }
        | null
      tags?: Array<{
        id: string
        name: string
      }>
      totalClicks: number
      totalLeads: number
      totalConversions: number
      totalSales: number
      totalSaleAmount: number
      netRevenue: number
      earningsPerClick?: number | null
      averageLifetimeValue?: number | null
      clickToLeadRate?: number | null
      clickToConversionRate?: number | null
      leadToConversionRate?: number | null
      returnOnAdSpend?: number | null
      website?: string | null
      youtube?: string | null
      twitter?: string | null
      linkedin?: string | null
      instagram?: string | null
      tiktok?: string | null
      trustedAt?: string | null
      clicks: number
      leads: number
      conversions: number
      sales: number
      saleAmount: number
    }>
  }
  listPayoutProviders: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      provider: "stripe" | "paypal"
      isConnected: boolean
      webhookUrl: string | null
      updatedAt: string | null
    }>
  }
  listPayouts: {
    params: undefined
    query: {
      status?: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
      partnerId?: string
      tenantId?: string
      invoiceId?: string
      groupId?: string
      sortBy?: "amount" | "initiatedAt" | "paidAt"
      sortOrder?: "asc" | "desc"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      invoiceId: string | null
      amount: number
      currency: string
      status: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
      description?: string | null
      periodStart: string | null
      periodEnd: string | null
      createdAt: string
      updatedAt?: string
      initiatedAt: string | null
      paidAt: string | null
      failureReason?: string | null
      mode: "internal" | "external" | null
      method: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      traceId?: string | null
      partner: {
        id: string
        name: string
        email: string | null
        image: string | null
        payoutsEnabledAt: string | null
        country: string | null
        groupId?: string | null
        defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
        tenantId: string | null
      }
      user?: 
        | {
          id: string
          name: string | null
          email: string | null
          image: string | null
        }
        | null
    }>
  }
  listPlatformAdmins: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      id: string
      name: string | null
      email: string | null
      role: "owner" | "member" | "viewer" | "billing"
      isAppointed: boolean
      createdAt: string
    }>
  }
  listPostbackEvents: {
    params: {
      id: string
    }
    query: {
      startingAfter?: string
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      event: 
        | "link.created"
        | "link.updated"
        | "link.deleted"
        | "link.clicked"
        | "lead.created"
        | "sale.created"
        | "partner.application_submitted"
        | "partner.enrolled"
        | "partner.merged"
        | "commission.created"
        | "bounty.created"
        | "bounty.updated"
        | "payout.confirmed"
        | "discount_code.created"
        | "discount_code.deleted"
      state: "pending" | "retrying" | "succeeded" | "failed"
      attemptCount: number
      httpStatus: number | null
      createdAt: string
      lastAttemptAt: string | null
      nextAttemptAt: string | null
      request: string | null
      attempts: Array<{
        at: string
        url: string
        status: number | null
        error: string | null
        durationMs: number
        response: string | null
      }>
    }>
  }
  listPostbacks: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      id: string
      name: string
      url: string
      triggers: Array<"lead.created" | "sale.created" | "commission.created">
      receiver: "custom" | "slack"
      disabledAt: string | null
      createdAt: string
      updatedAt: string
    }>
  }
  listProgramApplications: {
    params: undefined
    query: {
      country?: string
      groupId?: string
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      createdAt: string
      partner: {
        id: string
        name: string
        companyName: string | null
        email: string | null
        image: string | null
        description?: string | null
        country: string | null
        groupId?: string | null
        status: 
          | "pending"
          | "approved"
          | "rejected"
          | "invited"
          | "declined"
          | "deactivated"
          | "banned"
          | "archived"
        website?: string | null
        youtube?: string | null
        twitter?: string | null
        linkedin?: string | null
        instagram?: string | null
        tiktok?: string | null
      }
      applicationFormData: 
        | Array<{
          label: string
          value: string | null
        }>
        | null
    }>
  }
  listProgramInvites: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      programId: string
      programName: string
      partnerId: string
      invitedAt: string
    }>
  }
  listProgramResources: {
    params: {
      programId: string
    }
    query: undefined
    body: undefined
    output: {
      logos: Array<{
        id: string
        name: string
        size: number
        url: string
      }>
      colors: Array<{
        id: string
        name: string
        color: string
      }>
      files: Array<{
        id: string
        name: string
        size: number
        url: string
      }>
      links: Array<{
        id: string
        name: string
        url: string
      }>
    }
  }
  listProviders: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      slug: string
      name: string
      description: string
      category: string
      website: string
      takesWebhooks: boolean
      signingSecret: string | null
      maySendUnsigned: boolean
      settingsSchema: Record<string, unknown>
      installed: 
        | {
          id: string
          settings: Record<string, unknown>
          createdAt: string
        }
        | null
    }>
  }
  listRecentPrograms: {
    params: undefined
    query: {
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      slug: string
      name: string
      logo: string | null
      url: string | null
      createdAt: string
      workspace: {
        id: string
        name: string
        slug: string
      }
    }>
  }
  listReferralsToProgram: {
    params: {
      programId: string
    }
    query: {
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      partnerId: string
      name: string
      image: string | null
      country: string | null
      status: string
      earnings: number
      createdAt: string
    }>
  }
  listReferredPartners: {
    params: undefined
    query: {
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      partnerId: string
      name: string
      image: string | null
      country: string | null
      earnings: number
      createdAt: string
    }>
  }
  listRewards: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      id: string
      event: "click" | "lead" | "sale" | "referral"
      description: string | null
      tooltipDescription: string | null
      type: "flat" | "percentage"
      amountInCents: number | null
      amountInPercentage: number | null
      maxDuration: number | null
      modifiers: 
        | Array<{
          id?: string
          operator: "AND" | "OR"
          conditions: Array<{
            entity: "customer" | "partner" | "sale" | "lead"
            attribute: string
            operator: 
              | "equals_to"
              | "not_equals"
              | "starts_with"
              | "ends_with"
              | "contains"
              | "not_contains"
              | "in"
              | "not_in"
              | "greater_than"
              | "greater_than_or_equal"
              | "less_than"
              | "less_than_or_equal"
            value: string | number | string[] | number[]
            label?: string | null
            metadataField?: string | null
          }>
          type: "flat" | "percentage"
          amountInCents?: number | null
          amountInPercentage?: number | null
          maxDuration?: number | null
        }>
        | null
      config: 
        | {
          trigger: 
            | "partnerApproved"
            | "commissionThreshold"
            | "saleRecorded"
            | "commissionEarned"
          commissionsThresholdInCents?: number | null
        }
        | null
      spendLimitAmount: number | null
      spendLimitInterval: "allTime" | "day" | "week" | "month" | null
      updatedAt: string
    }>
  }
  listSavedViews: {
    params: undefined
    query: {
      page?: string
    }
    body: undefined
    output: Array<{
      id: string
      page: string
      name: string
      query: string
      createdAt: string
      updatedAt: string
    }>
  }
  listScheduledJobs: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      name: string
      queue: 
        | "clicks"
        | "events"
        | "bulk"
        | "imports"
        | "exports"
        | "webhooks"
        | "deliveries"
        | "emails"
        | "money"
        | "housekeeping"
      every: number | null
      cron: string | null
      nextRunAt: unknown
    }>
  }
  listSharedDomains: {
    params: undefined
    query: undefined
    body: undefined
    output: string[]
  }
  listSubmittedLeads: {
    params: undefined
    query: {
      status?: 
        | "pending"
        | "qualified"
        | "meeting"
        | "negotiation"
        | "unqualified"
        | "closedWon"
        | "closedLost"
      search?: string
      page?: number
      pageSize?: number
      partnerId?: string
    }
    body: undefined
    output: Array<{
      id: string
      programId: string
      partnerId: string
      name: string
      email: string
      company: string | null
      formData: Array<{
        key: string
        label: string
        value: string | string[]
      }>
      status: 
        | "pending"
        | "qualified"
        | "meeting"
        | "negotiation"
        | "unqualified"
        | "closedWon"
        | "closedLost"
      createdAt: string
      updatedAt: string
    }>
  }
  listTokens: {
    params: undefined
    query: {
      userId?: string
    }
    body: undefined
    output: Array<{
      id: string
      name: string
      partialKey: string
      scopes: string[]
      expires: string | null
      lastUsed: string | null
      createdAt: string
      updatedAt: string
      user: {
        id: string
        name: string | null
        image: string | null
        isMachine: boolean
      }
    }>
  }
  listUsersForOperator: {
    params: undefined
    query: {
      search?: string
      slug?: string
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      name: string | null
      email: string | null
      platformRole: "owner" | "member" | "viewer" | "billing" | null
      workspaces: number
      createdAt: string
    }>
  }
  listUtmTemplates: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      id: string
      name: string
      utm_source: string | null
      utm_medium: string | null
      utm_campaign: string | null
      utm_term: string | null
      utm_content: string | null
      ref: string | null
      userId: string | null
      projectId: string
      createdAt: string
      updatedAt: string
      user: 
        | {
          id: string
          name: string | null
          image: string | null
        }
        | null
    }>
  }
  listWebhookDeliveries: {
    params: {
      id: string
    }
    query: {
      state?: "pending" | "retrying" | "succeeded" | "failed"
      event?: 
        | "link.created"
        | "link.updated"
        | "link.deleted"
        | "link.clicked"
        | "lead.created"
        | "sale.created"
        | "partner.application_submitted"
        | "partner.enrolled"
        | "partner.merged"
        | "commission.created"
        | "bounty.created"
        | "bounty.updated"
        | "payout.confirmed"
        | "discount_code.created"
        | "discount_code.deleted"
      since?: string
      until?: string
      startingAfter?: string
      pageSize?: number
    }
    body: undefined
    output: WebhookDeliverySchema[]
  }
  listWebhooks: {
    params: undefined
    query: undefined
    body: undefined
    output: WebhookSchema[]
  }
  listWorkflows: {
    params: undefined
    query: {
      action?: "awardBounty" | "sendCampaign" | "moveGroup"
      page?: number
      pageSize?: number
    }
    body: undefined
    output: Array<{
      id: string
      programId: string
      triggerConditions: Record<string, unknown>[]
      actions: Array<{
        type: "awardBounty" | "sendCampaign" | "moveGroup"
        data: {
          bountyId?: string
          campaignId?: string
          groupId?: string
        }
      }>
      disabledAt: string | null
    }>
  }
  listWorkspaces: {
    params: undefined
    query: undefined
    body: undefined
    output: Array<{
      id: string
      name: string
      slug: string
      logo: string | null
      plan: 
        | "free"
        | "pro"
        | "business"
        | "business plus"
        | "business extra"
        | "business max"
        | "advanced"
        | "enterprise"
      planTier: number
      trialEndsAt: string | null
      publishableKey: string | null
      allowedHostnames: string[]
      conversionEnabled: boolean
      attributionModel: "last_click" | "first_click"
      attributionWindowDays: number | null
      usage: number
      usageLimit: number
      linksUsage: number
      linksLimit: number
      domainsLimit: number
      tagsLimit: number
      foldersUsage: number
      foldersLimit: number
      usersLimit: number
      payoutsUsage: number
      payoutsLimit: number
      networkInvitesLimit: number
      payoutFee: number
      payoutFeeWaiverLimit: number
      payoutFeeWaiverUsage: number
      partnersUsage: number
      partnersLimit: number
      groupsLimit: number
      partnerTagsLimit: number
      defaultProgramId: string | null
      totalLinks: number
      totalClicks: number
      billingCycleStart: number
      billingPeriodStart: string
      createdAt: string
      users: Array<{
        role: "owner" | "member" | "viewer" | "billing"
        defaultFolderId: null
      }>
      inviteCode: null
      defaultProduct: null
      planPeriod: null
      stripeId: null
      subscriptionCanceledAt: null
      billingCycleEndsAt: null
      paymentFailedAt: null
      stripeConnectId: null
      store: null
      ssoEmailDomain: null
      ssoEnforcedAt: null
      shopifyStoreId: null
      aiUsage: number
      aiLimit: number
      dotLinkClaimed: boolean
      fastDirectDebitPayouts: boolean
      flags: Record<string, boolean>
      domains: Array<{
        slug: string
        primary: boolean
        verified: boolean
      }>
    }>
  }
  markMessagesRead: {
    params: undefined
    query: undefined
    body: {
      partnerId: string
    }
    output: {
      count: number
    }
  }
  markPartnerMessagesRead: {
    params: undefined
    query: undefined
    body: {
      programId: string
    }
    output: {
      count: number
    }
  }
  movePartnersToGroup: {
    params: {
      groupIdOrSlug: string
    }
    query: undefined
    body: {
      partnerIds: string[]
      disableGroupMove?: boolean
    }
    output: {
      count: number
    }
  }
  previewCampaign: {
    params: {
      campaignId: string
    }
    query: undefined
    body: {
      emailAddresses?: string[]
      partnerId?: string
    }
    output: {
      from: string
      subject: string
      html: string
      text: string
      sentTo: string[]
    }
  }
  previewReward: {
    params: undefined
    query: undefined
    body: {
      type?: "flat" | "percentage"
      amountInCents?: number | null
      amountInPercentage?: number | null
      maxDuration?: number | null
      modifiers?: 
        | Array<{
          id?: string
          operator?: "AND" | "OR"
          conditions: Array<{
            entity: "customer" | "partner" | "sale" | "lead"
            attribute: string
            operator: 
              | "equals_to"
              | "not_equals"
              | "starts_with"
              | "ends_with"
              | "contains"
              | "not_contains"
              | "in"
              | "not_in"
              | "greater_than"
              | "greater_than_or_equal"
              | "less_than"
              | "less_than_or_equal"
            value: string | number | string[] | number[]
            label?: string | null
            metadataField?: string | null
          }>
          type: "flat" | "percentage"
          amountInCents?: number | null
          amountInPercentage?: number | null
          maxDuration?: number | null
        }>
        | null
      config?: 
        | {
          trigger: 
            | "partnerApproved"
            | "commissionThreshold"
            | "saleRecorded"
            | "commissionEarned"
          commissionsThresholdInCents?: number | null
        }
        | null
      description?: string | null
      tooltipDescription?: string | null
      spendLimitAmount?: number | null
      spendLimitInterval?: "allTime" | "day" | "week" | "month" | null
      event: "click" | "lead" | "sale"
      context?: {
        customer?: Record<string, unknown>
        partner?: Record<string, unknown>
        sale?: Record<string, unknown>
        lead?: Record<string, unknown>
      }
    }
    output: {
      earnings: number
      modifierIndex: number | null
    }
  }
  putPayoutSettings: {
    params: {
      partnerId: string
    }
    query: undefined
    body: 
      | {
        method: "manual"
        details?: string | null
      }
      | {
        method: "connect"
        stripeAccountId: string
        details?: string | null
      }
      | {
        method: "paypal"
        paypalEmail: string
        details?: string | null
      }
    output: {
      partnerId: string
      method: "manual" | "connect" | "paypal"
      stripeAccountId: string | null
      paypalEmail: string | null
      details: string | null
      updatedAt: string
    }
  }
  reactivatePartner: {
    params: {
      partnerId: string
    }
    query: undefined
    body: undefined
    output: {
      partnerId: string
    }
  }
  reactivateProgram: {
    params: {
      programId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      name: string
      slug: string
      logo: string | null
      domain: string | null
      url: string | null
      description: string | null
      primaryRewardEvent: "click" | "lead" | "sale" | "referral"
      minPayoutAmount: number
      payoutMode: "internal" | "hybrid" | "external"
      addedToMarketplaceAt: string | null
      messagingEnabledAt: string | null
      partnerNetworkEnabledAt: string | null
      categories: string[]
      defaultFolderId: string | null
      defaultGroupId: string
      supportEmail: string | null
      helpUrl: string | null
      termsUrl: string | null
      referralFormData: 
        | {
          fields: Array<
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "text"
              constraints?: {
                maxLength?: number
                pattern?: string
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "textarea"
              constraints?: {
                maxLength?: number
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "select"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "country"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "date"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "multiSelect"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "number"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "phone"
            }>
        }
        | null
      applicationRequirements: 
        | Array<{
          key: "country" | "emailDomain"
          operator: "is" | "is_not"
          value: string[]
        }>
        | null
      inviteEmailData: Record<string, unknown> | null
      embedData: Record<string, unknown> | null
      createdAt: string
      updatedAt: string
      startedAt: string | null
      deactivatedAt: string | null
    }
  }
  rejectBountySubmission: {
    params: {
      bountyId: string
      submissionId: string
    }
    query: undefined
    body: {
      rejectionReason?: 
        | "invalidProof"
        | "duplicateSubmission"
        | "outOfTimeWindow"
        | "didNotMeetCriteria"
        | "other"
      rejectionNote?: string
    }
    output: {
      id: string
      bountyId: string
      partnerId: string
      description: string | null
      urls: string[] | null
      files: 
        | Array<{
          url: string
          fileName: string
          size: number
        }>
        | null
      status: "draft" | "submitted" | "approved" | "rejected"
      performanceCount: number | null
      socialMetricCount: number | null
      socialMetricsLastSyncedAt?: string | null
      createdAt: string
      completedAt: string | null
      reviewedAt: string | null
      rejectionReason: string | null
      rejectionNote: string | null
      periodNumber: number
    }
  }
  rejectProgramApplication: {
    params: undefined
    query: undefined
    body: {
      partnerId: string
      rejectionReason?: 
        | "needsMoreDetail"
        | "doesNotMeetRequirements"
        | "notTheRightFit"
        | "other"
      rejectionNote?: string
      reapplicationTimeframe?: "instant" | "standard" | "never"
      flagForFraud?: boolean
      flagForFraudReason?: string
    }
    output: {
      partnerId: string
    }
  }
  removeFromMarketplace: {
    params: {
      programId: string
    }
    query: undefined
    body: undefined
    output: unknown
  }
  removeInstallation: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: unknown
  }
  removeMember: {
    params: {
      idOrSlug: string
    }
    query: {
      userId: string
    }
    body: undefined
    output: unknown
  }
  removePartnerUser: {
    params: undefined
    query: {
      userId: string
    }
    body: undefined
    output: unknown
  }
  reopenBountySubmission: {
    params: {
      bountyId: string
      submissionId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      bountyId: string
      partnerId: string
      description: string | null
      urls: string[] | null
      files: 
        | Array<{
          url: string
          fileName: string
          size: number
        }>
        | null
      status: "draft" | "submitted" | "approved" | "rejected"
      performanceCount: number | null
      socialMetricCount: number | null
      socialMetricsLastSyncedAt?: string | null
      createdAt: string
      completedAt: string | null
      reviewedAt: string | null
      rejectionReason: string | null
      rejectionNote: string | null
      periodNumber: number
    }
  }
  replayDelivery: {
    params: {
      id: string
      deliveryId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      connectionId: string
      eventId: string
      eventType: string
      state: "received" | "retrying" | "processed" | "ignored" | "failed"
      reason: string | null
      attempts: number
      receivedAt: string
      changedAt: string
    }
  }
  replayWebhookDelivery: {
    params: {
      id: string
      deliveryId: string
    }
    query: undefined
    body: undefined
    output: WebhookDeliverySchema
  }
  reportPayoutFailed: {
    params: {
      id: string
    }
    query: undefined
    body: {
      reason: string
    }
    output: {
      id: string
      invoiceId: string | null
      amount: number
      currency: string
      status: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
      description?: string | null
      periodStart: string | null
      periodEnd: string | null
      createdAt: string
      updatedAt?: string
      initiatedAt: string | null
      paidAt: string | null
      failureReason?: string | null
      mode: "internal" | "external" | null
      method: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      traceId?: string | null
      partner: {
        id: string
        name: string
        email: string | null
        image: string | null
        payoutsEnabledAt: string | null
        country: string | null
        groupId?: string | null
        defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
        tenantId: string | null
      }
      user?: 
        | {
          id: string
          name: string | null
          email: string | null
          image: string | null
        }
        | null
    }
  }
  reportPayoutPaid: {
    params: {
      id: string
    }
    query: undefined
    body: {
      reference: string
    }
    output: {
      id: string
      invoiceId: string | null
      amount: number
      currency: string
      status: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
      description?: string | null
      periodStart: string | null
      periodEnd: string | null
      createdAt: string
      updatedAt?: string
      initiatedAt: string | null
      paidAt: string | null
      failureReason?: string | null
      mode: "internal" | "external" | null
      method: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      traceId?: string | null
      partner: {
        id: string
        name: string
        email: string | null
        image: string | null
        payoutsEnabledAt: string | null
        country: string | null
        groupId?: string | null
        defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
        tenantId: string | null
      }
      user?: 
        | {
          id: string
          name: string | null
          email: string | null
          image: string | null
        }
        | null
    }
  }
  resendPartnerInvite: {
    params: {
      partnerId: string
    }
    query: undefined
    body: undefined
    output: {
      partnerId: string
    }
  }
  resetLogInAttempts: {
    params: undefined
    query: undefined
    body: {
      email: string
    }
    output: unknown
  }
  resolveFraudGroup: {
    params: {
      fraudGroupId: string
    }
    query: undefined
    body: {
      resolutionReason?: string
      disableRiskDetection?: boolean
    }
    output: {
      count: number
    }
  }
  resolveFraudGroups: {
    params: undefined
    query: undefined
    body: {
      groupIds: string[]
      resolutionReason?: string
      disableRiskDetection?: boolean
    }
    output: {
      count: number
    }
  }
  restoreWorkspace: {
    params: undefined
    query: undefined
    body: {
      slug: string
    }
    output: {
      success: true
    }
  }
  retrieveAnalytics: {
    params: undefined
    query: {
      event?: "clicks" | "leads" | "sales" | "composite"
      groupBy?: 
        | "count"
        | "timeseries"
        | "continents"
        | "regions"
        | "countries"
        | "cities"
        | "devices"
        | "browsers"
        | "os"
        | "trigger"
        | "triggers"
        | "event_names"
        | "referers"
        | "referer_urls"
        | "top_folders"
        | "top_link_tags"
        | "top_domains"
        | "top_links"
        | "top_urls"
        | "top_base_urls"
        | "top_partners"
        | "top_groups"
        | "top_partner_tags"
        | "utm_sources"
        | "utm_mediums"
        | "utm_campaigns"
        | "utm_terms"
        | "utm_contents"
      type?: 
        | "count"
        | "timeseries"
        | "continents"
        | "regions"
        | "countries"
        | "cities"
        | "devices"
        | "browsers"
        | "os"
        | "trigger"
        | "triggers"
        | "event_names"
        | "referers"
        | "referer_urls"
        | "top_folders"
        | "top_link_tags"
        | "top_domains"
        | "top_links"
        | "top_urls"
        | "top_base_urls"
        | "top_partners"
        | "top_groups"
        | "top_partner_tags"
        | "utm_sources"
        | "utm_mediums"
        | "utm_campaigns"
        | "utm_terms"
        | "utm_contents"
      unique?: boolean
      compare?: "previous"
      domain?: string
      key?: string
      linkId?: string
      externalId?: string
      tenantId?: string
      tagId?: string
      folderId?: string
      partnerTagId?: string
      groupId?: string
      partnerId?: string
      customerId?: string
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
      country?: string
      city?: string
      region?: string
      continent?: string
      device?: string
      browser?: string
      os?: string
      trigger?: string
      referer?: string
      refererUrl?: string
      url?: string
      utm_source?: string
      utm_medium?: string
      utm_campaign?: string
      utm_term?: string
      utm_content?: string
      root?: boolean
      saleType?: "new" | "recurring"
      query?: string
      programId?: string
      tagIds?: string
      qr?: boolean
    }
    body: undefined
    output: 
      | AnalyticsCount
      | AnalyticsTimeseries[]
      | AnalyticsContinents[]
      | AnalyticsCountries[]
      | AnalyticsRegions[]
      | AnalyticsCities[]
      | AnalyticsDevices[]
      | AnalyticsBrowsers[]
      | AnalyticsOS[]
      | AnalyticsTriggers[]
      | AnalyticsEventNames[]
      | AnalyticsReferers[]
      | AnalyticsRefererUrls[]
      | AnalyticsTopLinks[]
      | AnalyticsTopUrls[]
      | AnalyticsTopFolders[]
      | AnalyticsTopLinkTags[]
      | AnalyticsTopDomains[]
      | AnalyticsTopPartners[]
      | AnalyticsTopGroups[]
      | AnalyticsTopPartnerTags[]
      | AnalyticsUtmSources[]
      | AnalyticsUtmMediums[]
      | AnalyticsUtmCampaigns[]
      | AnalyticsUtmTerms[]
      | AnalyticsUtmContents[]
  }
  retrieveAnalyticsForOperator: {
    params: undefined
    query: {
      event?: "clicks" | "leads" | "sales" | "composite"
      groupBy?: 
        | "count"
        | "timeseries"
        | "continents"
        | "regions"
        | "countries"
        | "cities"
        | "devices"
        | "browsers"
        | "os"
        | "trigger"
        | "triggers"
        | "event_names"
        | "referers"
        | "referer_urls"
        | "top_folders"
        | "top_link_tags"
        | "top_domains"
        | "top_links"
        | "top_urls"
        | "top_base_urls"
        | "top_partners"
        | "top_groups"
        | "top_partner_tags"
        | "utm_sources"
        | "utm_mediums"
        | "utm_campaigns"
        | "utm_terms"
        | "utm_contents"
      type?: 
        | "count"
        | "timeseries"
        | "continents"
        | "regions"
        | "countries"
        | "cities"
        | "devices"
        | "browsers"
        | "os"
        | "trigger"
        | "triggers"
        | "event_names"
        | "referers"
        | "referer_urls"
        | "top_folders"
        | "top_link_tags"
        | "top_domains"
        | "top_links"
        | "top_urls"
        | "top_base_urls"
        | "top_partners"
        | "top_groups"
        | "top_partner_tags"
        | "utm_sources"
        | "utm_mediums"
        | "utm_campaigns"
        | "utm_terms"
        | "utm_contents"
      unique?: boolean
      compare?: "previous"
      domain?: string
      key?: string
      linkId?: string
      externalId?: string
      tenantId?: string
      tagId?: string
      folderId?: string
      partnerTagId?: string
      groupId?: string
      partnerId?: string
      customerId?: string
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
      country?: string
      city?: string
      region?: string
      continent?: string
      device?: string
      browser?: string
      os?: string
      trigger?: string
      referer?: string
      refererUrl?: string
      url?: string
      utm_source?: string
      utm_medium?: string
      utm_campaign?: string
      utm_term?: string
      utm_content?: string
      root?: boolean
      saleType?: "new" | "recurring"
      query?: string
      programId?: string
      tagIds?: string
      qr?: boolean
      workspaceId?: string
    }
    body: undefined
    output: 
      | AnalyticsCount
      | AnalyticsTimeseries[]
      | AnalyticsContinents[]
      | AnalyticsCountries[]
      | AnalyticsRegions[]
      | AnalyticsCities[]
      | AnalyticsDevices[]
      | AnalyticsBrowsers[]
      | AnalyticsOS[]
      | AnalyticsTriggers[]
      | AnalyticsEventNames[]
      | AnalyticsReferers[]
      | AnalyticsRefererUrls[]
      | AnalyticsTopLinks[]
      | AnalyticsTopUrls[]
      | AnalyticsTopFolders[]
      | AnalyticsTopLinkTags[]
      | AnalyticsTopDomains[]
      | AnalyticsTopPartners[]
      | AnalyticsTopGroups[]
      | AnalyticsTopPartnerTags[]
      | AnalyticsUtmSources[]
      | AnalyticsUtmMediums[]
      | AnalyticsUtmCampaigns[]
      | AnalyticsUtmTerms[]
      | AnalyticsUtmContents[]
  }
  retrievePartnerLinks: {
    params: undefined
    query: {
      partnerId?: string | null
      tenantId?: string | null
    }
    body: undefined
    output: Array<{
      id: string
      domain: string
      key: string
      shortLink: string
      url: string
      clicks: number
      leads: number
      conversions: number
      sales: number
      saleAmount: number
    }>
  }
  retrievePublicAnalytics: {
    params: undefined
    query: {
      event?: "clicks" | "leads" | "sales" | "composite"
      groupBy?: 
        | "count"
        | "timeseries"
        | "continents"
        | "regions"
        | "countries"
        | "cities"
        | "devices"
        | "browsers"
        | "os"
        | "trigger"
        | "triggers"
        | "event_names"
        | "referers"
        | "referer_urls"
        | "top_domains"
        | "top_links"
        | "top_urls"
        | "top_base_urls"
        | "utm_sources"
        | "utm_mediums"
        | "utm_campaigns"
        | "utm_terms"
        | "utm_contents"
      type?: 
        | "count"
        | "timeseries"
        | "continents"
        | "regions"
        | "countries"
        | "cities"
        | "devices"
        | "browsers"
        | "os"
        | "trigger"
        | "triggers"
        | "event_names"
        | "referers"
        | "referer_urls"
        | "top_domains"
        | "top_links"
        | "top_urls"
        | "top_base_urls"
        | "utm_sources"
        | "utm_mediums"
        | "utm_campaigns"
        | "utm_terms"
        | "utm_contents"
      unique?: boolean
      compare?: "previous"
      domain?: string
      key?: string
      folderId?: string
      interval?: 
        | "24h"
        | "7d"
        | "30d"
        | "90d"
        | "1y"
        | "mtd"
        | "qtd"
        | "ytd"
        | "all"
      start?: string
      end?: string
      timezone?: string
      country?: string
      city?: string
      region?: string
      continent?: string
      device?: string
      browser?: string
      os?: string
      trigger?: string
      referer?: string
      refererUrl?: string
      url?: string
      utm_source?: string
      utm_medium?: string
      utm_campaign?: string
      utm_term?: string
      utm_content?: string
      saleType?: "new" | "recurring"
      qr?: boolean
      password?: string
    }
    body: undefined
    output: 
      | AnalyticsCount
      | AnalyticsTimeseries[]
      | AnalyticsContinents[]
      | AnalyticsCountries[]
      | AnalyticsRegions[]
      | AnalyticsCities[]
      | AnalyticsDevices[]
      | AnalyticsBrowsers[]
      | AnalyticsOS[]
      | AnalyticsTriggers[]
      | AnalyticsEventNames[]
      | AnalyticsReferers[]
      | AnalyticsRefererUrls[]
      | AnalyticsTopLinks[]
      | AnalyticsTopUrls[]
      | AnalyticsTopFolders[]
      | AnalyticsTopLinkTags[]
      | AnalyticsTopDomains[]
      | AnalyticsTopPartners[]
      | AnalyticsTopGroups[]
      | AnalyticsTopPartnerTags[]
      | AnalyticsUtmSources[]
      | AnalyticsUtmMediums[]
      | AnalyticsUtmCampaigns[]
      | AnalyticsUtmTerms[]
      | AnalyticsUtmContents[]
  }
  retryPayout: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      invoiceId: string | null
      amount: number
      currency: string
      status: 
        | "pending"
        | "processing"
        | "processed"
        | "sent"
        | "completed"
        | "failed"
        | "canceled"
      description?: string | null
      periodStart: string | null
      periodEnd: string | null
      createdAt: string
      updatedAt?: string
      initiatedAt: string | null
      paidAt: string | null
      failureReason?: string | null
      mode: "internal" | "external" | null
      method: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      traceId?: string | null
      partner: {
        id: string
        name: string
        email: string | null
        image: string | null
        payoutsEnabledAt: string | null
        country: string | null
        groupId?: string | null
        defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
        tenantId: string | null
      }
      user?: 
        | {
          id: string
          name: string | null
          email: string | null
          image: string | null
        }
        | null
    }
  }
  reviewFraudAlert: {
    params: {
      fraudAlertId: string
    }
    query: undefined
    body: {
      status: "confirmed" | "dismissed"
      reviewNote?: string
    }
    output: {
      success: boolean
    }
  }
  rotateOauthAppSecret: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      name: string
      slug: string
      developer: string
      website: string
      description: string | null
      readme: string | null
      logo: string | null
      screenshots: string[]
      clientId: string
      partialClientSecret: string
      redirectUris: string[]
      pkce: boolean
      verified: boolean
      createdAt: string
      updatedAt: string
      clientSecret: string
    }
  }
  rotatePostbackSecret: {
    params: {
      id: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      name: string
      url: string
      triggers: Array<"lead.created" | "sale.created" | "commission.created">
      receiver: "custom" | "slack"
      disabledAt: string | null
      createdAt: string
      updatedAt: string
      secret: string
    }
  }
  runScheduledJob: {
    params: {
      name: string
    }
    query: undefined
    body: undefined
    output: {
      name: string
      started: true
    }
  }
  saveView: {
    params: undefined
    query: undefined
    body: {
      page: string
      name: string
      query: string
    }
    output: {
      id: string
      page: string
      name: string
      query: string
      createdAt: string
      updatedAt: string
    }
  }
  searchMemories: {
    params: undefined
    query: undefined
    body: {
      query: string
      filters?: Record<string, unknown> | null
      user_id?: string | number | null
      agent_id?: string | number | null
      run_id?: string | number | null
      top_k?: number
      threshold?: number
      show_expired?: boolean
      explain?: boolean
    }
    output: {
      results: Array<{
        id: string
        memory: string
        hash: string
        user_id: string | null
        agent_id: string | null
        run_id: string | null
        actor_id: string | null
        role: string | null
        metadata: Record<string, unknown> | null
        customer_id: string | null
        link_id: string | null
        partner_id: string | null
        expiration_date: string | null
        created_at: string
        updated_at: string
        workspace_id?: string
        score: number
        score_details?: {
          word_rank: number | null
          bm25: number | null
          matched: string[]
          spelling_rank: number | null
          meaning_rank: number | null
          similarity: number | null
        }
      }>
    }
  }
  selectPartnerAccount: {
    params: {
      partnerId: string
    }
    query: undefined
    body: undefined
    output: unknown
  }
  sendMessage: {
    params: undefined
    query: undefined
    body: {
      partnerId: string
      text: string
      attachmentIds?: string[]
    }
    output: {
      id: string
      programId: string
      partnerId: string
      senderPartnerId: string | null
      senderUserId: string | null
      type: "direct" | "campaign"
      subject: string | null
      text: string
      readInApp: string | null
      readInEmail: string | null
      createdAt: string
      updatedAt: string
      senderPartner: 
        | {
          id: string
          name: string | null
          image: string | null
        }
        | null
      senderUser: 
        | {
          id: string
          name: string | null
          image: string | null
        }
        | null
      attachments: Array<{
        id: string
        url: string
        fileName: string
        size: number
      }>
    }
  }
  sendPartnerMessage: {
    params: undefined
    query: undefined
    body: {
      programId: string
      text: string
      attachmentIds?: string[]
    }
    output: {
      id: string
      programId: string
      partnerId: string
      senderPartnerId: string | null
      senderUserId: string | null
      type: "direct" | "campaign"
      subject: string | null
      text: string
      readInApp: string | null
      readInEmail: string | null
      createdAt: string
      updatedAt: string
      senderPartner: 
        | {
          id: string
          name: string | null
          image: string | null
        }
        | null
      senderUser: 
        | {
          id: string
          name: string | null
          image: string | null
        }
        | null
      attachments: Array<{
        id: string
        url: string
        fileName: string
        size: number
      }>
    }
  }
  setDefaultGroup: {
    params: {
      groupIdOrSlug: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      name: string
      slug: string
      color: string | null
      logo: string | null
      wordmark: string | null
      brandColor: string | null
      holdingPeriodDays: number
      autoApprovePartnersEnabledAt: string | null
      clickRewardId: string | null
      leadRewardId: string | null
      saleRewardId: string | null
      referralRewardId: string | null
      discountId: string | null
      utmTemplate: 
        | {
          id: string
          name: string
          utm_source: string | null
          utm_medium: string | null
          utm_campaign: string | null
          utm_term: string | null
          utm_content: string | null
          ref: string | null
        }
        | null
      additionalLinks: 
        | Array<{
          domain: string
          path: string
          validationMode: "domain" | "exact"
        }>
        | null
      maxPartnerLinks: number
      linkStructure: "short" | "query" | "path"
      moveRules: Record<string, unknown>[] | null
      applicationFormData: Record<string, unknown> | null
      applicationFormPublishedAt: string | null
      landerData: Record<string, unknown> | null
      landerPublishedAt: string | null
      createdAt: string
      updatedAt: string
    }
  }
  setNetworkStatus: {
    params: {
      partnerId: string
    }
    query: undefined
    body: {
      status: "approved" | "rejected" | "draft"
    }
    output: {
      id: string
      networkStatus: string
    }
  }
  setPlan: {
    params: {
      idOrSlug: string
    }
    query: undefined
    body: {
      plan?: 
        | "free"
        | "pro"
        | "business"
        | "business plus"
        | "business extra"
        | "business max"
        | "advanced"
        | "enterprise"
      trialEndsAt?: string | null
      usageLimit?: number
      linksLimit?: number
      domainsLimit?: number
      tagsLimit?: number
      foldersLimit?: number
      usersLimit?: number
      partnersLimit?: number
      groupsLimit?: number
      partnerTagsLimit?: number
    }
    output: {
      id: string
      name: string
      slug: string
      logo: string | null
      plan: 
        | "free"
        | "pro"
        | "business"
        | "business plus"
        | "business extra"
        | "business max"
        | "advanced"
        | "enterprise"
      planTier: number
      trialEndsAt: string | null
      publishableKey: string | null
      allowedHostnames: string[]
      conversionEnabled: boolean
      attributionModel: "last_click" | "first_click"
      attributionWindowDays: number | null
      usage: number
      usageLimit: number
      linksUsage: number
      linksLimit: number
      domainsLimit: number
      tagsLimit: number
      foldersUsage: number
      foldersLimit: number
      usersLimit: number
      payoutsUsage: number
      payoutsLimit: number
      networkInvitesLimit: number
      payoutFee: number
      payoutFeeWaiverLimit: number
      payoutFeeWaiverUsage: number
      partnersUsage: number
      partnersLimit: number
      groupsLimit: number
      partnerTagsLimit: number
      defaultProgramId: string | null
      totalLinks: number
      totalClicks: number
      billingCycleStart: number
      billingPeriodStart: string
      createdAt: string
      users: Array<{
        role: "owner" | "member" | "viewer" | "billing"
        defaultFolderId: null
      }>
      inviteCode: null
      defaultProduct: null
      planPeriod: null
      stripeId: null
      subscriptionCanceledAt: null
      billingCycleEndsAt: null
      paymentFailedAt: null
      stripeConnectId: null
      store: null
      ssoEmailDomain: null
      ssoEnforcedAt: null
      shopifyStoreId: null
      aiUsage: number
      aiLimit: number
      dotLinkClaimed: boolean
      fastDirectDebitPayouts: boolean
      flags: Record<string, boolean>
      domains: Array<{
        slug: string
        primary: boolean
        verified: boolean
      }>
    }
  }
  setPrimaryDomain: {
    params: {
      slug: string
    }
    query: undefined
    body: undefined
    output: DomainSchema
  }
  starNetworkPartner: {
    params: {
      partnerId: string
    }
    query: undefined
    body: {
      starred?: boolean
    }
    output: {
      id: string
      partnerId: string
      starredAt: string | null
      ignoredAt: string | null
      invitedAt: string | null
    }
  }
  submitLead: {
    params: {
      programId: string
    }
    query: undefined
    body: {
      name: string
      email: string
      company?: string | null
      formData?: Record<string, string | number | string[]>
    }
    output: {
      id: string
      programId: string
      partnerId: string
      name: string
      email: string
      company: string | null
      formData: Array<{
        key: string
        label: string
        value: string | string[]
      }>
      status: 
        | "pending"
        | "qualified"
        | "meeting"
        | "negotiation"
        | "unqualified"
        | "closedWon"
        | "closedLost"
      createdAt: string
      updatedAt: string
    }
  }
  submitPartnerProfile: {
    params: undefined
    query: undefined
    body: undefined
    output: {
      id: string
      name: string
      username: string | null
      email: string | null
      image: string | null
      description: string | null
      country: string | null
      profileType: "individual" | "company"
      companyName: string | null
      networkStatus: "draft" | "submitted" | "approved" | "rejected" | "trusted"
      identityVerifiedAt: string | null
      defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      payoutsEnabledAt: string | null
      invoiceSettings: 
        | {
          address?: string
          taxId?: string
        }
        | null
      monthlyTraffic: string | null
      industryInterests: string[]
      preferredEarningStructures: string[]
      salesChannels: string[]
      platforms: Array<{
        type: 
          | "website"
          | "youtube"
          | "twitter"
          | "linkedin"
          | "instagram"
          | "tiktok"
        identifier: string
        verifiedAt: string | null
        subscribers: number
        posts: number
        views: number
      }>
      role: "owner" | "member"
      createdAt: string
    }
  }
  summariseCampaign: {
    params: {
      campaignId: string
    }
    query: undefined
    body: undefined
    output: {
      sent: number
      delivered: number
      opened: number
      bounced: number
    }
  }
  syncSocialMetrics: {
    params: {
      bountyId: string
    }
    query: undefined
    body: {
      submissionId?: string
    }
    output: {
      success: boolean
    }
  }
  testPostback: {
    params: {
      id: string
    }
    query: undefined
    body: {
      event: "lead.created" | "sale.created" | "commission.created"
    }
    output: WebhookDeliverySchema
  }
  testWebhook: {
    params: {
      id: string
    }
    query: undefined
    body: {
      trigger: 
        | "link.created"
        | "link.updated"
        | "link.deleted"
        | "link.clicked"
        | "lead.created"
        | "sale.created"
        | "partner.application_submitted"
        | "partner.enrolled"
        | "partner.merged"
        | "commission.created"
        | "bounty.created"
        | "bounty.updated"
        | "payout.confirmed"
        | "discount_code.created"
        | "discount_code.deleted"
    }
    output: WebhookDeliverySchema
  }
  trustPartner: {
    params: undefined
    query: undefined
    body: {
      partnerIdOrEmail: string
    }
    output: {
      id: string
      name: string
      email: string | null
      image: string | null
      trustedAt: string
    }
  }
  unbanPartner: {
    params: {
      partnerId: string
    }
    query: undefined
    body: undefined
    output: {
      partnerId: string
    }
  }
  uninstallIntegration: {
    params: {
      providerSlug: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
    }
  }
  updateBounty: {
    params: {
      bountyId: string
    }
    query: undefined
    body: {
      name?: string | null
      description?: string | null
      startsAt?: string | null
      endsAt?: string | null
      endsAfterDays?: number | null
      submissionsOpenAt?: string | null
      submissionFrequency?: "day" | "week" | "month" | null
      maxSubmissions?: number | null
      rewardAmount?: number | null
      rewardDescription?: string | null
      performanceCondition?: 
        | {
          attribute: 
            | "totalLeads"
            | "totalConversions"
            | "totalSaleAmount"
            | "totalCommissions"
          operator?: "gte"
          value: number
        }
        | null
      submissionRequirements?: 
        | {
          image?: {
            max?: number
          }
          url?: {
            max?: number
            domains?: string[]
          }
          socialMetrics?: {
            platform: "youtube" | "tiktok" | "instagram" | "twitter" | "linkedin"
            metric: "views" | "likes"
            minCount?: number
            incrementalBonus?: {
              incrementCount?: number
              bonusPerIncrement?: number
              maxCount?: number
            }
          }
        }
        | null
      groupIds?: string[] | null
      partnerTagIds?: string[] | null
    }
    output: {
      id: string
      name: string | null
      description: string | null
      type: "performance" | "submission"
      startMode: "absolute" | "relative"
      startsAt: string | null
      endsAt: string | null
      endsAfterDays: number | null
      submissionsOpenAt: string | null
      submissionFrequency: "day" | "week" | "month" | null
      maxSubmissions: number
      rewardAmount: number | null
      rewardDescription: string | null
      performanceCondition: 
        | {
          attribute: 
            | "totalLeads"
            | "totalConversions"
            | "totalSaleAmount"
            | "totalCommissions"
          operator: "gte"
          value: number
        }
        | null
      performanceScope: "new" | "lifetime" | null
      submissionRequirements: 
        | {
          image?: {
            max?: number
          }
          url?: {
            max?: number
            domains?: string[]
          }
          socialMetrics?: {
            platform: "youtube" | "tiktok" | "instagram" | "twitter" | "linkedin"
            metric: "views" | "likes"
            minCount?: number
            incrementalBonus?: {
              incrementCount?: number
              bonusPerIncrement?: number
              maxCount?: number
            }
          }
        }
        | null
      socialMetricsLastSyncedAt?: string | null
      groups: Array<{
        id: string
      }>
      partnerTags: Array<{
        id: string
      }>
      submissionsCountData?: {
        total: number
        submitted: number
        approved: number
      }
    }
  }
  updateCampaign: {
    params: {
      campaignId: string
    }
    query: undefined
    body: {
      name?: string
      subject?: string
      preview?: string | null
      from?: string | null
      bodyJson?: {
        type: "doc"
        content?: unknown[]
      }
      groupIds?: string[] | null
      partnerTagIds?: string[] | null
      scheduledAt?: string | null
      triggerConditions?: 
        | Array<
          | {
            attribute: 
              | "totalLeads"
              | "totalConversions"
              | "totalSaleAmount"
              | "totalCommissions"
            operator?: "gte" | "lte"
            value: number
          }
          | {
            attribute: "partnerEnrolledDays"
            operator?: "gte"
            value: 1 | 3 | 7 | 14 | 30
          }
          | {
            attribute: "partnerJoined"
          }>
        | null
      status?: 
        | "draft"
        | "scheduled"
        | "sending"
        | "sent"
        | "canceled"
        | "active"
        | "paused"
    }
    output: {
      id: string
      type: "marketing" | "transactional"
      status: 
        | "draft"
        | "scheduled"
        | "sending"
        | "sent"
        | "canceled"
        | "active"
        | "paused"
      name: string
      subject: string
      preview: string | null
      from: string | null
      bodyJson: {
        type: "doc"
        content: unknown[]
      }
      groups: Array<{
        id: string
      }>
      partnerTags: Array<{
        id: string
      }>
      triggerConditions: Array<{
        attribute: string
        operator?: string
        value?: number
      }>
      scheduledAt: string | null
      userId: string | null
      createdAt: string
      updatedAt: string
    }
  }
  updateCommission: {
    params: {
      id: string
    }
    query: undefined
    body: {
      earnings?: number
      saleAmount?: number
      modifySaleAmount?: number
      currency?: string
      status?: "pending" | "refunded" | "duplicate" | "canceled" | "fraud"
      amount?: number
      modifyAmount?: number
    }
    output: {
      id: string
      type?: "click" | "lead" | "sale" | "referral" | "custom"
      amount: number
      earnings: number
      currency: string
      status: 
        | "pending"
        | "processed"
        | "paid"
        | "refunded"
        | "duplicate"
        | "fraud"
        | "canceled"
        | "hold"
      invoiceId: string | null
      description: string | null
      quantity: number
      userId?: string | null
      metadata: Record<string, unknown> | null
      createdAt: string
      updatedAt: string
      paidAt: string | null
      partner: {
        id: string
        name: string
        email: string | null
        image: string | null
        payoutsEnabledAt: string | null
        country: string | null
        groupId?: string | null
      }
      customer?: 
        | {
          id: string
          name?: string | null
          email?: string | null
          avatar?: string | null
          externalId: string
          stripeCustomerId?: string | null
          country?: string | null
          sales?: number | null
          saleAmount?: number | null
          createdAt: string
          firstSaleAt?: string | null
          subscriptionCanceledAt?: string | null
        }
        | null
    }
  }
  updateConnection: {
    params: {
      id: string
    }
    query: undefined
    body: {
      name?: string
      status?: "active" | "paused"
      signingSecret?: string
      overlapHours?: number
      apiKey?: string | null
      settings?: Record<string, unknown>
    }
    output: {
      id: string
      providerSlug: string
      name: string
      status: "pending" | "active" | "paused" | "disconnected"
      webhookUrl: string
      settings: Record<string, unknown>
      hasSigningSecret: boolean
      previousSecretUntil: string | null
      hasApiKey: boolean
      lastDeliveryAt: string | null
      createdAt: string
      updatedAt: string
    }
  }
  updateCustomer: {
    params: {
      id: string
    }
    query: {
      includeExpandedFields?: boolean
    }
    body: {
      email?: string | null
      name?: string | null
      avatar?: string | null
      externalId?: string
      stripeCustomerId?: string | null
      country?: string
    }
    output: CustomerEnrichedSchema
  }
  updateDashboard: {
    params: {
      id: string
    }
    query: undefined
    body: {
      showConversions: boolean
      doIndex: boolean
      password: string | null
    }
    output: {
      id: string
      linkId: string | null
      folderId: string | null
      projectId: string | null
      userId: string | null
      password: string | null
      showConversions: boolean
      doIndex: boolean
      createdAt: string
      updatedAt: string
    }
  }
  updateDefaultLink: {
    params: {
      groupIdOrSlug: string
      defaultLinkId: string
    }
    query: undefined
    body: {
      domain?: string
      url?: string
    }
    output: {
      id: string
      domain: string
      url: string
      createdAt: string
    }
  }
  updateDiscount: {
    params: {
      id: string
    }
    query: undefined
    body: {
      description?: string | null
      couponTestId?: string | null
      autoProvision?: boolean
    }
    output: {
      id: string
      amount: number
      type: "flat" | "percentage"
      maxDuration: number | null
      couponId: string | null
      couponTestId: string | null
      description?: string | null
      provider: "stripe" | "shopify" | "custom"
      autoProvisionEnabledAt?: string | null
      partnersCount?: number
    }
  }
  updateDomain: {
    params: {
      slug: string
    }
    query: undefined
    body: {
      slug?: string
      archived?: boolean
      expiredUrl?: string | null
      notFoundUrl?: string | null
      placeholder?: string | null
      logo?: string | null
      assetLinks?: string | null
      appleAppSiteAssociation?: string | null
      deepviewData?: string | null
      linkRetentionDays?: number | null
    }
    output: DomainSchema
  }
  updateFolder: {
    params: {
      id: string
    }
    query: undefined
    body: {
      name?: string
      description?: string | null
      accessLevel?: "write" | "read" | null
    }
    output: FolderSchema
  }
  updateFraudRules: {
    params: undefined
    query: undefined
    body: {
      customerEmailMatch?: {
        enabled: boolean
        resolvePendingEvents?: boolean
      }
      customerEmailSuspiciousDomain?: {
        enabled: boolean
        resolvePendingEvents?: boolean
      }
      referralSourceBanned?: {
        enabled: boolean
        resolvePendingEvents?: boolean
        config?: {
          domains: string[]
        }
      }
      paidTrafficDetected?: {
        enabled: boolean
        resolvePendingEvents?: boolean
        config?: {
          platforms?: Array<
            | "google"
            | "facebook"
            | "x"
            | "bing"
            | "linkedin"
            | "reddit"
            | "tiktok">
          google?: {
            whitelistedCampaignIds: string[]
          }
        }
      }
      partnerCrossProgramBan?: {
        enabled: boolean
        resolvePendingEvents?: boolean
      }
      partnerDuplicateAccount?: {
        enabled: boolean
        resolvePendingEvents?: boolean
      }
    }
    output: {
      success: boolean
    }
  }
  updateGroup: {
    params: {
      groupIdOrSlug: string
    }
    query: undefined
    body: {
      name?: string
      slug?: string
      color?: 
        | "red"
        | "yellow"
        | "green"
        | "blue"
        | "purple"
        | "brown"
        | "gray"
        | null
      logo?: string | null
      wordmark?: string | null
      brandColor?: string | null
      additionalLinks?: 
        | Array<{
          domain: string
          path?: string
          validationMode: "domain" | "exact"
        }>
        | null
      maxPartnerLinks?: number
      utmTemplateId?: string | null
      linkStructure?: "short" | "query" | "path"
      applicationFormData?: Record<string, unknown> | null
      applicationFormPublished?: boolean
      landerData?: Record<string, unknown> | null
      holdingPeriodDays?: 0 | 7 | 14 | 30 | 60 | 90
      autoApprovePartners?: boolean
      updateAutoApprovePartnersForAllGroups?: boolean
      updateHoldingPeriodDaysForAllGroups?: boolean
      moveRules?: 
        | Array<
          | {
            attribute: 
              | "totalLeads"
              | "totalConversions"
              | "totalSaleAmount"
              | "totalCommissions"
            operator?: "gte"
            value: number
          }
          | {
            attribute: 
              | "totalLeads"
              | "totalConversions"
              | "totalSaleAmount"
              | "totalCommissions"
            operator: "between"
            value: {
              min: number
              max: number
            }
          }
          | {
            attribute: "partnerGroup"
            operator: "eq" | "ne"
            value: string
          }
          | {
            attribute: "partnerGroup"
            operator: "in" | "notIn"
            value: string[]
          }>
        | null
    }
    output: {
      id: string
      name: string
      slug: string
      color: string | null
      logo: string | null
      wordmark: string | null
      brandColor: string | null
      holdingPeriodDays: number
      autoApprovePartnersEnabledAt: string | null
      clickRewardId: string | null
      leadRewardId: string | null
      saleRewardId: string | null
      referralRewardId: string | null
      discountId: string | null
      utmTemplate: 
        | {
          id: string
          name: string
          utm_source: string | null
          utm_medium: string | null
          utm_campaign: string | null
          utm_term: string | null
          utm_content: string | null
          ref: string | null
        }
        | null
      additionalLinks: 
        | Array<{
          domain: string
          path: string
          validationMode: "domain" | "exact"
        }>
        | null
      maxPartnerLinks: number
      linkStructure: "short" | "query" | "path"
      moveRules: Record<string, unknown>[] | null
      applicationFormData: Record<string, unknown> | null
      applicationFormPublishedAt: string | null
      landerData: Record<string, unknown> | null
      landerPublishedAt: string | null
      createdAt: string
      updatedAt: string
    }
  }
  updateLink: {
    params: {
      linkId: string
    }
    query: undefined
    body: {
      url?: string
      domain?: string
      key?: string
      externalId?: string | null
      tenantId?: string | null
      programId?: string | null
      partnerId?: string | null
      trackConversion?: boolean
      archived?: boolean
      tagIds?: string | string[]
      tagNames?: string | string[]
      folderId?: string | null
      comments?: string | null
      expiresAt?: string | null
      expiredUrl?: string | null
      password?: string | null
      proxy?: boolean
      title?: string | null
      description?: string | null
      image?: string | null
      video?: string | null
      rewrite?: boolean
      ios?: string | null
      android?: string | null
      geo?: LinkGeoTargeting
      doIndex?: boolean
      utm_source?: string | null
      utm_medium?: string | null
      utm_campaign?: string | null
      utm_term?: string | null
      utm_content?: string | null
      ref?: string | null
      testVariants?: 
        | Array<{
          url: string
          percentage: number
        }>
        | null
      testStartedAt?: string | null
      testCompletedAt?: string | null
      publicStats?: boolean
      tagId?: string | null
      webhookIds?: string[] | null
      linkRetentionCleanupDisabledAt?: string | null
    }
    output: LinkSchema
  }
  updateMemory: {
    params: {
      memoryId: string
    }
    query: {
      show_expired?: boolean
    }
    body: {
      text?: string
      metadata?: Record<string, unknown> | null
      expiration_date?: string | null
    }
    output: {
      message: string
    }
  }
  updateOauthApp: {
    params: {
      id: string
    }
    query: undefined
    body: {
      name?: string
      slug?: string
      developer?: string
      website?: string
      description?: string | null
      readme?: string | null
      logo?: string | null
      screenshots?: string[]
      redirectUris?: string[]
      pkce?: boolean
    }
    output: {
      id: string
      name: string
      slug: string
      developer: string
      website: string
      description: string | null
      readme: string | null
      logo: string | null
      screenshots: string[]
      clientId: string
      partialClientSecret: string
      redirectUris: string[]
      pkce: boolean
      verified: boolean
      createdAt: string
      updatedAt: string
    }
  }
  updateOwnLink: {
    params: {
      programId: string
      linkId: string
    }
    query: undefined
    body: {
      url?: string | null
      key?: string
    }
    output: {
      id: string
      domain: string
      key: string
      shortLink: string
      url: string
      clicks: number
      leads: number
      conversions: number
      sales: number
      saleAmount: number
      partnerGroupDefaultLinkId: string | null
    }
  }
  updatePartner: {
    params: {
      partnerId: string
    }
    query: undefined
    body: {
      tenantId?: string | null
      customerDataSharingEnabled?: boolean
      groupMoveDisabled?: boolean
      riskMonitoringDisabled?: boolean
      referredByPartnerId?: string | null
    }
    output: {
      id: string
      name: string
      username: string | null
      email: string | null
      image: string | null
      description?: string | null
      country: string | null
      companyName: string | null
      networkStatus: "draft" | "submitted" | "approved" | "rejected" | "trusted"
      defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      paypalEmail: string | null
      stripeConnectId: string | null
      payoutsEnabledAt: string | null
      identityVerifiedAt: string | null
      programId: string
      groupId?: string | null
      partnerId: string
      tenantId: string | null
      createdAt: string
      status: 
        | "pending"
        | "approved"
        | "rejected"
        | "invited"
        | "declined"
        | "deactivated"
        | "banned"
        | "archived"
      links: 
        | Array<{
          id: string
          domain: string
          key: string
          shortLink: string
          url: string
          clicks: number
          leads: number
          conversions: number
          sales: number
          saleAmount: number
        }>
        | null
      totalCommissions: number
      clickRewardId?: string | null
      leadRewardId?: string | null
      saleRewardId?: string | null
      referralRewardId?: string | null
      discountId?: string | null
      applicationId?: string | null
      bannedAt?: string | null
      bannedReason?: 
        | "tos_violation"
        | "inappropriate_content"
        | "fake_traffic"
        | "fraud"
        | "spam"
        | "brand_abuse"
        | null
      referralFormData?: 
        | {
          fields: Array<
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "text"
              constraints?: {
                maxLength?: number
                pattern?: string
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "textarea"
              constraints?: {
                maxLength?: number
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "select"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "country"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "date"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "multiSelect"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "number"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "phone"
            }>
        }
        | null
      application?: 
        | {
          rejectionReason: 
            | "needsMoreDetail"
            | "doesNotMeetRequirements"
            | "notTheRightFit"
            | "other"
            | null
          rejectionNote: string | null
          reviewedAt: string | null
        }
        | null
      tags?: Array<{
        id: string
        name: string
      }>
      totalClicks: number
      totalLeads: number
      totalConversions: number
      totalSales: number
      totalSaleAmount: number
      netRevenue: number
      earningsPerClick?: number | null
      averageLifetimeValue?: number | null
      clickToLeadRate?: number | null
      clickToConversionRate?: number | null
      leadToConversionRate?: number | null
      returnOnAdSpend?: number | null
      website?: string | null
      youtube?: string | null
      twitter?: string | null
      linkedin?: string | null
      instagram?: string | null
      tiktok?: string | null
      trustedAt?: string | null
      discount: 
        | {
          id: string
          provider: string
        }
        | null
      lastLeadAt: string | null
      lastConversionAt: string | null
      customerDataSharingEnabledAt: string | null
      groupMoveDisabledAt: string | null
      riskMonitoringDisabledAt: string | null
      platforms: Array<{
        type: string
        identifier: string
        verifiedAt: string | null
        subscribers: number
        posts: number
        views: number
      }>
      monthlyTraffic: string | null
      industryInterests: string[] | null
      preferredEarningStructures: string[] | null
      salesChannels: string[] | null
    }
  }
  updatePartnerComment: {
    params: {
      partnerId: string
      commentId: string
    }
    query: undefined
    body: {
      text: string
    }
    output: {
      id: string
      programId: string
      partnerId: string
      userId: string | null
      user: 
        | {
          id: string
          name: string | null
          image: string | null
        }
        | null
      text: string
      createdAt: string
      updatedAt: string
    }
  }
  updatePartnerProfile: {
    params: undefined
    query: undefined
    body: {
      name?: string
      username?: string
      email?: string
      image?: string | null
      description?: string | null
      country?: string | null
      profileType?: "individual" | "company"
      companyName?: string | null
      invoiceSettings?: 
        | {
          address?: string
          taxId?: string
        }
        | null
      monthlyTraffic?: 
        | "ZeroToOneThousand"
        | "OneThousandToTenThousand"
        | "TenThousandToFiftyThousand"
        | "FiftyThousandToOneHundredThousand"
        | "OneHundredThousandPlus"
        | null
      industryInterests?: string[]
      preferredEarningStructures?: Array<
        | "Revenue_Share"
        | "Per_Lead"
        | "Per_Sale"
        | "Per_Click"
        | "Flat_Fee"
        | "Monthly_Retainer"
        | "One_Time_Payment">
      salesChannels?: Array<
        | "Blogs"
        | "Coupons"
        | "Direct_Reselling"
        | "Newsletters"
        | "Social_Media"
        | "Events"
        | "Company_Referrals">
      platforms?: {
        website?: string | null
        youtube?: string | null
        twitter?: string | null
        linkedin?: string | null
        instagram?: string | null
        tiktok?: string | null
      }
    }
    output: {
      id: string
      name: string
      username: string | null
      email: string | null
      image: string | null
      description: string | null
      country: string | null
      profileType: "individual" | "company"
      companyName: string | null
      networkStatus: "draft" | "submitted" | "approved" | "rejected" | "trusted"
      identityVerifiedAt: string | null
      defaultPayoutMethod: "connect" | "stablecoin" | "paypal" | "tremendous" | null
      payoutsEnabledAt: string | null
      invoiceSettings: 
        | {
          address?: string
          taxId?: string
        }
        | null
      monthlyTraffic: string | null
      industryInterests: string[]
      preferredEarningStructures: string[]
      salesChannels: string[]
      platforms: Array<{
        type: 
          | "website"
          | "youtube"
          | "twitter"
          | "linkedin"
          | "instagram"
          | "tiktok"
        identifier: string
        verifiedAt: string | null
        subscribers: number
        posts: number
        views: number
      }>
      role: "owner" | "member"
      createdAt: string
    }
  }
  updatePostback: {
    params: {
      id: string
    }
    query: undefined
    body: {
      name?: string
      url?: string
      triggers?: Array<"lead.created" | "sale.created" | "commission.created">
      disabled?: boolean
    }
    output: {
      id: string
      name: string
      url: string
      triggers: Array<"lead.created" | "sale.created" | "commission.created">
      receiver: "custom" | "slack"
      disabledAt: string | null
      createdAt: string
      updatedAt: string
    }
  }
  updateProgram: {
    params: {
      programId: string
    }
    query: undefined
    body: {
      name?: string
      slug?: string
      url?: string
      domain?: string | null
      primaryRewardEvent?: "click" | "lead" | "sale" | "referral"
      minPayoutAmount?: 0 | 1000 | 2000 | 5000 | 10000
      payoutMode?: "internal" | "hybrid" | "external"
      logo?: string | null
      description?: string | null
      supportEmail?: string | null
      helpUrl?: string | null
      termsUrl?: string | null
      categories?: Array<
        | "AI"
        | "Development"
        | "Design"
        | "Productivity"
        | "Finance"
        | "Marketing"
        | "Ecommerce"
        | "Security"
        | "Education"
        | "Health"
        | "Consumer"
        | "Support">
      messagingEnabled?: boolean
      embedData?: 
        | {
          faq?: Array<{
            question: string
            answer: string
          }>
          leaderboard?: {
            mode?: "enabled" | "disabled"
          }
          hidePoweredByBadge?: boolean
          hideEarnings?: boolean
          customTermsUrl?: string | null
        }
        | null
      applicationRequirements?: 
        | Array<
          | {
            key: "country"
            operator: "is" | "is_not"
            value: string[]
          }
          | {
            key: "emailDomain"
            operator: "is" | "is_not"
            value: string[]
          }>
        | null
      referralFormData?: 
        | {
          fields: Array<
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "text"
              constraints?: {
                maxLength?: number
                pattern?: string
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "textarea"
              constraints?: {
                maxLength?: number
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "select"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "country"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "date"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "multiSelect"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "number"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "phone"
            }>
        }
        | null
      inviteEmailData?: 
        | {
          subject?: string | null
          title?: string | null
          body?: string | null
        }
        | null
    }
    output: {
      id: string
      name: string
      slug: string
      logo: string | null
      domain: string | null
      url: string | null
      description: string | null
      primaryRewardEvent: "click" | "lead" | "sale" | "referral"
      minPayoutAmount: number
      payoutMode: "internal" | "hybrid" | "external"
      addedToMarketplaceAt: string | null
      messagingEnabledAt: string | null
      partnerNetworkEnabledAt: string | null
      categories: string[]
      defaultFolderId: string | null
      defaultGroupId: string
      supportEmail: string | null
      helpUrl: string | null
      termsUrl: string | null
      referralFormData: 
        | {
          fields: Array<
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "text"
              constraints?: {
                maxLength?: number
                pattern?: string
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "textarea"
              constraints?: {
                maxLength?: number
              }
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "select"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "country"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "date"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "multiSelect"
              options: Array<{
                label: string
                value: string
              }>
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "number"
            }
            | {
              key: string
              label: string
              required: boolean
              locked: boolean
              position: number
              type: "phone"
            }>
        }
        | null
      applicationRequirements: 
        | Array<{
          key: "country" | "emailDomain"
          operator: "is" | "is_not"
          value: string[]
        }>
        | null
      inviteEmailData: Record<string, unknown> | null
      embedData: Record<string, unknown> | null
      createdAt: string
      updatedAt: string
      startedAt: string | null
      deactivatedAt: string | null
    }
  }
  updateProgramResource: {
    params: {
      programId: string
      resourceId: string
    }
    query: undefined
    body: {
      name?: string
      color?: string
      url?: string
      file?: string
    }
    output: 
      | {
        id: string
        name: string
        size: number
        url: string
      }
      | {
        id: string
        name: string
        color: string
      }
      | {
        id: string
        name: string
        url: string
      }
  }
  updateReward: {
    params: {
      id: string
    }
    query: undefined
    body: {
      type?: "flat" | "percentage"
      amountInCents?: number | null
      amountInPercentage?: number | null
      maxDuration?: number | null
      modifiers?: 
        | Array<{
          id?: string
          operator?: "AND" | "OR"
          conditions: Array<{
            entity: "customer" | "partner" | "sale" | "lead"
            attribute: string
            operator: 
              | "equals_to"
              | "not_equals"
              | "starts_with"
              | "ends_with"
              | "contains"
              | "not_contains"
              | "in"
              | "not_in"
              | "greater_than"
              | "greater_than_or_equal"
              | "less_than"
              | "less_than_or_equal"
            value: string | number | string[] | number[]
            label?: string | null
            metadataField?: string | null
          }>
          type: "flat" | "percentage"
          amountInCents?: number | null
          amountInPercentage?: number | null
          maxDuration?: number | null
        }>
        | null
      config?: 
        | {
          trigger: 
            | "partnerApproved"
            | "commissionThreshold"
            | "saleRecorded"
            | "commissionEarned"
          commissionsThresholdInCents?: number | null
        }
        | null
      description?: string | null
      tooltipDescription?: string | null
      spendLimitAmount?: number | null
      spendLimitInterval?: "allTime" | "day" | "week" | "month" | null
    }
    output: {
      id: string
      event: "click" | "lead" | "sale" | "referral"
      description: string | null
      tooltipDescription: string | null
      type: "flat" | "percentage"
      amountInCents: number | null
      amountInPercentage: number | null
      maxDuration: number | null
      modifiers: 
        | Array<{
          id?: string
          operator: "AND" | "OR"
          conditions: Array<{
            entity: "customer" | "partner" | "sale" | "lead"
            attribute: string
            operator: 
              | "equals_to"
              | "not_equals"
              | "starts_with"
              | "ends_with"
              | "contains"
              | "not_contains"
              | "in"
              | "not_in"
              | "greater_than"
              | "greater_than_or_equal"
              | "less_than"
              | "less_than_or_equal"
            value: string | number | string[] | number[]
            label?: string | null
            metadataField?: string | null
          }>
          type: "flat" | "percentage"
          amountInCents?: number | null
          amountInPercentage?: number | null
          maxDuration?: number | null
        }>
        | null
      config: 
        | {
          trigger: 
            | "partnerApproved"
            | "commissionThreshold"
            | "saleRecorded"
            | "commissionEarned"
          commissionsThresholdInCents?: number | null
        }
        | null
      spendLimitAmount: number | null
      spendLimitInterval: "allTime" | "day" | "week" | "month" | null
      updatedAt: string
    }
  }
  updateTag: {
    params: {
      id: string
    }
    query: undefined
    body: {
      name?: string
      color?: 
        | "red"
        | "yellow"
        | "green"
        | "blue"
        | "purple"
        | "brown"
        | "gray"
        | "pink"
      tag?: string
    }
    output: LinkTagSchema
  }
  updateToken: {
    params: {
      id: string
    }
    query: undefined
    body: {
      name: string
      scopes: Array<
        | "links.read"
        | "tags.read"
        | "folders.read"
        | "domains.read"
        | "groups.read"
        | "memories.read"
        | "workspaces.read"
        | "analytics.read"
        | "webhooks.read"
        | "customers.read"
        | "links.write"
        | "tags.write"
        | "folders.write"
        | "groups.write"
        | "memories.write"
        | "customers.write"
        | "conversions.write"
        | "domains.write"
        | "workspaces.write"
        | "webhooks.write"
        | "apis.read"
        | "apis.all">
    }
    output: {
      id: string
      name: string
      partialKey: string
      scopes: string[]
      expires: string | null
      lastUsed: string | null
      createdAt: string
      updatedAt: string
      user: {
        id: string
        name: string | null
        image: string | null
        isMachine: boolean
      }
    }
  }
  updateUser: {
    params: undefined
    query: undefined
    body: {
      name?: string
      email?: string
      currentPassword?: string
      image?: string | null
      defaultWorkspace?: string
    }
    output: {
      id: string
      name: string | null
      email: string | null
      image: string | null
      isMachine: boolean
      defaultWorkspace: string | null
      hasPassword: boolean
      isImpersonated: boolean
      createdAt: string
    }
  }
  updateUtmTemplate: {
    params: {
      id: string
    }
    query: undefined
    body: {
      name: string
      utm_source?: string | null
      utm_medium?: string | null
      utm_campaign?: string | null
      utm_term?: string | null
      utm_content?: string | null
      ref?: string | null
    }
    output: {
      id: string
      name: string
      utm_source: string | null
      utm_medium: string | null
      utm_campaign: string | null
      utm_term: string | null
      utm_content: string | null
      ref: string | null
      userId: string | null
      projectId: string
      createdAt: string
      updatedAt: string
      partnerGroup: 
        | {
          id: string
          name: string
        }
        | null
    }
  }
  updateWebhook: {
    params: {
      id: string
    }
    query: undefined
    body: {
      name?: string
      url?: string
      writeKey?: string
      triggers?: Array<
        | "link.created"
        | "link.updated"
        | "link.deleted"
        | "link.clicked"
        | "lead.created"
        | "sale.created"
        | "partner.application_submitted"
        | "partner.enrolled"
        | "partner.merged"
        | "commission.created"
        | "bounty.created"
        | "bounty.updated"
        | "payout.confirmed"
        | "discount_code.created"
        | "discount_code.deleted">
      linkScope?: "workspace" | "links" | "folders" | null
      linkIds?: string[]
      folderIds?: string[]
    }
    output: WebhookSchema
  }
  updateWorkflow: {
    params: {
      workflowId: string
    }
    query: undefined
    body: {
      disabled: boolean
    }
    output: {
      id: string
      programId: string
      triggerConditions: Record<string, unknown>[]
      actions: Array<{
        type: "awardBounty" | "sendCampaign" | "moveGroup"
        data: {
          bountyId?: string
          campaignId?: string
          groupId?: string
        }
      }>
      disabledAt: string | null
    }
  }
  updateWorkspace: {
    params: {
      idOrSlug: string
    }
    query: undefined
    body: {
      name?: string
      slug?: string
      logo?: string | null
      conversionEnabled?: boolean
      allowedHostnames?: string[] | null
      attributionModel?: "last_click" | "first_click"
      attributionWindowDays?: number | null
      publishableKey?: string | null
    }
    output: {
      id: string
      name: string
      slug: string
      logo: string | null
      plan: 
        | "free"
        | "pro"
        | "business"
        | "business plus"
        | "business extra"
        | "business max"
        | "advanced"
        | "enterprise"
      planTier: number
      trialEndsAt: string | null
      publishableKey: string | null
      allowedHostnames: string[]
      conversionEnabled: boolean
      attributionModel: "last_click" | "first_click"
      attributionWindowDays: number | null
      usage: number
      usageLimit: number
      linksUsage: number
      linksLimit: number
      domainsLimit: number
      tagsLimit: number
      foldersUsage: number
      foldersLimit: number
      usersLimit: number
      payoutsUsage: number
      payoutsLimit: number
      networkInvitesLimit: number
      payoutFee: number
      payoutFeeWaiverLimit: number
      payoutFeeWaiverUsage: number
      partnersUsage: number
      partnersLimit: number
      groupsLimit: number
      partnerTagsLimit: number
      defaultProgramId: string | null
      totalLinks: number
      totalClicks: number
      billingCycleStart: number
      billingPeriodStart: string
      createdAt: string
      users: Array<{
        role: "owner" | "member" | "viewer" | "billing"
        defaultFolderId: null
      }>
      inviteCode: null
      defaultProduct: null
      planPeriod: null
      stripeId: null
      subscriptionCanceledAt: null
      billingCycleEndsAt: null
      paymentFailedAt: null
      stripeConnectId: null
      store: null
      ssoEmailDomain: null
      ssoEnforcedAt: null
      shopifyStoreId: null
      aiUsage: number
      aiLimit: number
      dotLinkClaimed: boolean
      fastDirectDebitPayouts: boolean
      flags: Record<string, boolean>
      domains: Array<{
        slug: string
        primary: boolean
        verified: boolean
      }>
    }
  }
  uploadBountyFile: {
    params: {
      bountyId: string
    }
    query: undefined
    body: {
      fileName: string
      image: string
      partnerId: string
    }
    output: {
      url: string
      fileName: string
      size: number
    }
  }
  uploadEmbedFile: {
    params: {
      bountyId: string
    }
    query: undefined
    body: {
      fileName: string
      image: string
    }
    output: {
      url: string
      fileName: string
      size: number
    }
  }
  uploadMessageAttachment: {
    params: undefined
    query: undefined
    body: {
      fileName: string
      image: string
      partnerId: string
    }
    output: {
      id: string
      url: string
      fileName: string
      size: number
    }
  }
  uploadOwnFile: {
    params: {
      bountyId: string
      programId: string
    }
    query: undefined
    body: {
      fileName: string
      image: string
    }
    output: {
      url: string
      fileName: string
      size: number
    }
  }
  uploadPartnerMessageAttachment: {
    params: undefined
    query: undefined
    body: {
      fileName: string
      image: string
      programId: string
    }
    output: {
      id: string
      url: string
      fileName: string
      size: number
    }
  }
  verifyDomain: {
    params: {
      slug: string
    }
    query: undefined
    body: undefined
    output: {
      domain: string
      status: 
        | "Valid Configuration"
        | "Invalid Configuration"
        | "Conflicting DNS Records"
        | "Pending Verification"
        | "Domain Not Found"
        | "Unknown Error"
      verified: boolean
      lastChecked: string
      records: Array<{
        type: string
        name: string
        value: string
        found: string[]
        isRight: boolean
      }>
    }
  }
  verifyEmailDomain: {
    params: {
      emailDomainId: string
    }
    query: undefined
    body: undefined
    output: {
      id: string
      slug: string
      status: "pending" | "verified" | "failed"
      lastChecked: string | null
      createdAt: string
      record: {
        type: "TXT"
        name: string
        value: string
      }
    }
  }
  withdrawApplication: {
    params: undefined
    query: undefined
    body: {
      programSlug: string
    }
    output: {
      partnerId: string
    }
  }
  withdrawInvite: {
    params: {
      idOrSlug: string
    }
    query: {
      email: string
    }
    body: undefined
    output: unknown
  }
  withdrawPartnerUserInvite: {
    params: undefined
    query: {
      email: string
    }
    body: undefined
    output: unknown
  }
}

export type AnalyticsBrowsers = {
  browser: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsCities = {
  country: string
  region: string
  city: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsContinents = {
  continent: "AF" | "AN" | "AS" | "EU" | "NA" | "OC" | "SA"
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsCount = {
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsCountries = {
  country: string
  region: "*"
  city: "*"
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsDevices = {
  device: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsEventNames = {
  eventName: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsOS = {
  os: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsRefererUrls = {
  refererUrl: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsReferers = {
  referer: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsRegions = {
  country: string
  region: string
  city: "*"
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsTimeseries = {
  start: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsTopDomains = {
  domain: string
  url: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsTopFolders = {
  folderId: string
  folder: {
    id: string
    name: string
    accessLevel?: string | null
  }
  url: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsTopGroups = {
  groupId: string
  group: {
    id: string
    name: string
    slug: string
    color: string | null
  }
  url: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsTopLinkTags = {
  tagId: string
  tag: {
    id: string
    name: string
    color: string
  }
  url: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsTopLinks = {
  link: string
  id: string
  domain: string
  key: string
  shortLink: string
  url: string
  title?: string | null
  comments?: string | null
  folderId?: string | null
  partnerId?: string | null
  createdAt: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsTopPartnerTags = {
  partnerTagId: string
  partnerTag: {
    id: string
    name: string
  }
  url: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsTopPartners = {
  partnerId: string
  partner: {
    id: string
    name: string
    email: string | null
    image: string | null
    payoutsEnabledAt: string | null
    country: string | null
  }
  url: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsTopUrls = {
  url: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsTriggers = {
  trigger: "qr" | "link" | "pageview" | "deeplink"
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsUtmCampaigns = {
  utm_campaign: string
  url: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsUtmContents = {
  utm_content: string
  url: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsUtmMediums = {
  utm_medium: string
  url: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsUtmSources = {
  utm_source: string
  url: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type AnalyticsUtmTerms = {
  utm_term: string
  url: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  previous?: {
    clicks: number
    leads: number
    sales: number
    saleAmount: number
  }
}

export type ClickEventResponseSchema = {
  event: "click"
  timestamp: string
  click: {
    id: string
    timestamp: string
    url: string
    country: string
    city: string
    region: string
    continent: string
    device: string
    browser: string
    os: string
    ua?: string | null
    trigger?: string | null
    referer: string
    refererUrl: string
    qr: boolean
    ip: string
  }
  link: {
    id: string
    domain: string
    key: string
    url: string
    trackConversion: boolean
    externalId: string | null
    tenantId: string | null
    programId: string | null
    partnerId: string | null
    archived: boolean
    expiresAt: string | null
    expiredUrl: string | null
    disabledAt: string | null
    password: string | null
    proxy: boolean
    title: string | null
    description: string | null
    image: string | null
    video: string | null
    rewrite: boolean
    doIndex: boolean
    ios: string | null
    android: string | null
    geo: Record<string, string> | null
    publicStats: boolean
    tags: LinkTagSchema[] | null
    folderId: string | null
    comments: string | null
    shortLink: string
    qrCode: string
    utm_source: string | null
    utm_medium: string | null
    utm_campaign: string | null
    utm_term: string | null
    utm_content: string | null
    testVariants?: 
      | Array<{
        url: string
        percentage: number
      }>
      | null
    testStartedAt: string | null
    testCompletedAt: string | null
    userId: string | null
    workspaceId: string
    clicks: number
    leads: number
    conversions: number
    sales: number
    saleAmount: number
    lastClicked: string | null
    createdAt: string
    updatedAt: string
    tagId: string | null
    projectId: string
    webhookIds: string[]
  }
  click_id: string
  link_id: string
  domain: string
  key: string
  url: string
  continent: string
  country: string
  city: string
  device: string
  browser: string
  os: string
  qr: number
  ip: string
}

export type CustomerEnrichedSchema = {
  id: string
  name?: string | null
  email?: string | null
  avatar?: string | null
  externalId: string
  stripeCustomerId?: string | null
  country?: string | null
  sales?: number | null
  saleAmount?: number | null
  createdAt: string
  firstSaleAt?: string | null
  subscriptionCanceledAt?: string | null
  link?: 
    | {
      id: string
      domain: string
      key: string
      shortLink: string
      url: string
      programId: string | null
    }
    | null
  programId?: string | null
  partner?: 
    | {
      id: string
      name: string
      email: string | null
      image: string | null
    }
    | null
  discount?: 
    | {
      id: string
      amount: number
      type: "percentage" | "flat"
      maxDuration: number | null
      couponId: string | null
      couponTestId: string | null
      description?: string | null
      partnersCount?: number | null
    }
    | null
}

export type DiscountCodeSchema = {
  id: string
  code: string
  discountId: string | null
  partnerId: string
  linkId: string
  disabledAt?: string | null
}

export type DomainSchema = {
  id: string
  slug: string
  verified: boolean
  primary: boolean
  archived: boolean
  placeholder: string | null
  expiredUrl: string | null
  notFoundUrl: string | null
  logo: string | null
  assetLinks: string | null
  appleAppSiteAssociation: string | null
  deepviewData: string | null
  createdAt: string
  updatedAt: string
  registeredDomain: 
    | {
      id: string
      autoRenewalDisabledAt: string | null
      createdAt: string
      expiresAt: string
      renewalFee: number
    }
    | null
}

export type FolderSchema = {
  id: string
  name: string
  description: string | null
  type: "default" | "mega"
  accessLevel: "write" | "read" | null
  createdAt: string
  updatedAt: string
}

export type LeadEventResponseSchema = {
  event: "lead"
  timestamp: string
  eventId: string
  eventName: string
  metadata?: unknown
  click: {
    id: string
    timestamp: string
    url: string
    country: string
    city: string
    region: string
    continent: string
    device: string
    browser: string
    os: string
    ua?: string | null
    trigger?: string | null
    referer: string
    refererUrl: string
    qr: boolean
    ip: string
  }
  link: {
    id: string
    domain: string
    key: string
    url: string
    trackConversion: boolean
    externalId: string | null
    tenantId: string | null
    programId: string | null
    partnerId: string | null
    archived: boolean
    expiresAt: string | null
    expiredUrl: string | null
    disabledAt: string | null
    password: string | null
    proxy: boolean
    title: string | null
    description: string | null
    image: string | null
    video: string | null
    rewrite: boolean
    doIndex: boolean
    ios: string | null
    android: string | null
    geo: Record<string, string> | null
    publicStats: boolean
    tags: LinkTagSchema[] | null
    folderId: string | null
    comments: string | null
    shortLink: string
    qrCode: string
    utm_source: string | null
    utm_medium: string | null
    utm_campaign: string | null
    utm_term: string | null
    utm_content: string | null
    testVariants?: 
      | Array<{
        url: string
        percentage: number
      }>
      | null
    testStartedAt: string | null
    testCompletedAt: string | null
    userId: string | null
    workspaceId: string
    clicks: number
    leads: number
    conversions: number
    sales: number
    saleAmount: number
    lastClicked: string | null
    createdAt: string
    updatedAt: string
    tagId: string | null
    projectId: string
    webhookIds: string[]
  }
  customer: {
    id: string
    name?: string | null
    email?: string | null
    avatar?: string | null
    externalId: string
    stripeCustomerId?: string | null
    country?: string | null
    sales?: number | null
    saleAmount?: number | null
    createdAt: string
    firstSaleAt?: string | null
    subscriptionCanceledAt?: string | null
  }
  click_id: string
  link_id: string
  domain: string
  key: string
  url: string
  continent: string
  country: string
  city: string
  device: string
  browser: string
  os: string
  qr: number
  ip: string
}

export type LinkErrorSchema = {
  link: unknown
  error: string
  code: 
    | "bad_request"
    | "unauthorized"
    | "forbidden"
    | "exceeded_limit"
    | "not_found"
    | "conflict"
    | "invite_pending"
    | "invite_expired"
    | "unprocessable_entity"
    | "rate_limit_exceeded"
    | "internal_server_error"
}

export type LinkGeoTargeting = Record<string, string> | null

export type LinkSchema = {
  id: string
  domain: string
  key: string
  url: string
  trackConversion: boolean
  externalId: string | null
  tenantId: string | null
  programId: string | null
  partnerId: string | null
  archived: boolean
  expiresAt: string | null
  expiredUrl: string | null
  disabledAt: string | null
  password: string | null
  proxy: boolean
  title: string | null
  description: string | null
  image: string | null
  video: string | null
  rewrite: boolean
  doIndex: boolean
  ios: string | null
  android: string | null
  geo: Record<string, string> | null
  publicStats: boolean
  tags: LinkTagSchema[] | null
  folderId: string | null
  comments: string | null
  shortLink: string
  qrCode: string
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  utm_term: string | null
  utm_content: string | null
  testVariants?: 
    | Array<{
      url: string
      percentage: number
    }>
    | null
  testStartedAt?: string | null
  testCompletedAt?: string | null
  userId: string | null
  workspaceId: string | null
  clicks: number
  leads: number
  conversions: number
  sales: number
  saleAmount: number
  lastClicked: string | null
  createdAt: string
  updatedAt: string
  tagId: string | null
  projectId: string | null
  webhookIds: string[]
  identifier?: null
  linkRetentionCleanupDisabledAt?: string | null
  user?: 
    | {
      id: string
      name: string | null
      image: string | null
    }
    | null
}

export type LinkTagSchema = {
  id: string
  name: string
  color: 
    | "red"
    | "yellow"
    | "green"
    | "blue"
    | "purple"
    | "brown"
    | "gray"
    | "pink"
}

export type PartnerAnalyticsCount = {
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  earnings: number
}

export type PartnerAnalyticsOwnLinks = {
  link: string
  id: string
  domain: string
  key: string
  shortLink: string
  url: string
  title?: string | null
  partnerId?: string | null
  createdAt: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  earnings: number
}

export type PartnerAnalyticsTimeseries = {
  start: string
  clicks: number
  leads: number
  sales: number
  saleAmount: number
  earnings: number
}

export type SaleEventResponseSchema = {
  event: "sale"
  timestamp: string
  eventId: string
  eventName: string
  metadata?: unknown
  sale: {
    amount: number
    invoiceId: string | null
    paymentProcessor: 
      | "stripe"
      | "shopify"
      | "polar"
      | "paddle"
      | "apple"
      | "revenuecat"
      | "lemonsqueezy"
      | "dub"
      | "custom"
    currency: unknown
  }
  link: {
    id: string
    domain: string
    key: string
    url: string
    trackConversion: boolean
    externalId: string | null
    tenantId: string | null
    programId: string | null
    partnerId: string | null
    archived: boolean
    expiresAt: string | null
    expiredUrl: string | null
    disabledAt: string | null
    password: string | null
    proxy: boolean
    title: string | null
    description: string | null
    image: string | null
    video: string | null
    rewrite: boolean
    doIndex: boolean
    ios: string | null
    android: string | null
    geo: Record<string, string> | null
    publicStats: boolean
    tags: LinkTagSchema[] | null
    folderId: string | null
    comments: string | null
    shortLink: string
    qrCode: string
    utm_source: string | null
    utm_medium: string | null
    utm_campaign: string | null
    utm_term: string | null
    utm_content: string | null
    testVariants?: 
      | Array<{
        url: string
        percentage: number
      }>
      | null
    testStartedAt: string | null
    testCompletedAt: string | null
    userId: string | null
    workspaceId: string
    clicks: number
    leads: number
    conversions: number
    sales: number
    saleAmount: number
    lastClicked: string | null
    createdAt: string
    updatedAt: string
    tagId: string | null
    projectId: string
    webhookIds: string[]
  }
  click: {
    id: string
    timestamp: string
    url: string
    country: string
    city: string
    region: string
    continent: string
    device: string
    browser: string
    os: string
    ua?: string | null
    trigger?: string | null
    referer: string
    refererUrl: string
    qr: boolean
    ip: string
  }
  customer: {
    id: string
    name?: string | null
    email?: string | null
    avatar?: string | null
    externalId: string
    stripeCustomerId?: string | null
    country?: string | null
    sales?: number | null
    saleAmount?: number | null
    createdAt: string
    firstSaleAt?: string | null
    subscriptionCanceledAt?: string | null
  }
  saleAmount: number
  invoice_id: string
  payment_processor: string
  click_id: string
  link_id: string
  domain: string
  key: string
  url: string
  continent: string
  country: string
  city: string
  device: string
  browser: string
  os: string
  qr: number
  ip: string
}

export type WebhookDeliverySchema = {
  id: string
  event: 
    | "link.created"
    | "link.updated"
    | "link.deleted"
    | "link.clicked"
    | "lead.created"
    | "sale.created"
    | "partner.application_submitted"
    | "partner.enrolled"
    | "partner.merged"
    | "commission.created"
    | "bounty.created"
    | "bounty.updated"
    | "payout.confirmed"
    | "discount_code.created"
    | "discount_code.deleted"
  state: "pending" | "retrying" | "succeeded" | "failed"
  attemptCount: number
  httpStatus: number | null
  createdAt: string
  lastAttemptAt: string | null
  nextAttemptAt: string | null
}

export type WebhookSchema = {
  id: string
  name: string
  url: string
  triggers: Array<
    | "link.created"
    | "link.updated"
    | "link.deleted"
    | "link.clicked"
    | "lead.created"
    | "sale.created"
    | "partner.application_submitted"
    | "partner.enrolled"
    | "partner.merged"
    | "commission.created"
    | "bounty.created"
    | "bounty.updated"
    | "payout.confirmed"
    | "discount_code.created"
    | "discount_code.deleted">
  linkScope: "workspace" | "links" | "folders" | null
  receiver: "user" | "zapier" | "make" | "slack" | "segment"
  installationId: string | null
  consecutiveFailures: number
  lastFailedAt: string | null
  pausedUntil: string | null
  disabledAt: string | null
  formerSecretUntil: string | null
  createdAt: string
  updatedAt: string
}
