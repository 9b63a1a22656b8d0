/** Leads that partners submit by a form. */
import { plansWith } from '../../shared/accounts/index.js'
import {
  changeLead,
  changeLeadSchema,
  countLeads,
  countLeadsQuerySchema,
  countOwnLeads,
  countOwnLeadsQuerySchema,
  getLead,
  getLeadsQuerySchema,
  getOwnLeadsQuerySchema,
  LeadCount,
  LeadParams,
  listLeads,
  listOwnLeads,
  submitLead,
  submitLeadSchema,
  SubmittedLeadSchema,
} from '../../shared/network/index.js'
import { OwnProgramParams } from '../../shared/partner-profile/index.js'
import { partner } from '../access/partner.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const plans = plansWith('programs')
const read = { access: workspace('groups.read'), rate: 'api', plans, hidden: true } as const
const own = { access: partner(), rate: 'api', hidden: true, params: OwnProgramParams } as const
const ownPath = '/partner-profile/programs/{programId}/submitted-leads'

export const submittedLeads = [
  endpoint({
    ...read,
    id: 'listSubmittedLeads',
    method: 'GET',
    path: '/submitted-leads',
    summary: 'List the leads that partners submitted',
    query: getLeadsQuerySchema,
    output: SubmittedLeadSchema.array(),
    run: ({ scope, query }) => listLeads(scope, query),
  }),
  endpoint({
    ...read,
    id: 'countSubmittedLeads',
    method: 'GET',
    path: '/submitted-leads/count',
    summary: 'Count submitted leads by status',
    query: countLeadsQuerySchema,
    output: LeadCount,
    run: ({ scope, query }) => countLeads(scope, query),
  }),
  endpoint({
    ...read,
    id: 'getSubmittedLead',
    method: 'GET',
    path: '/submitted-leads/{leadId}',
    summary: 'Retrieve a submitted lead',
    params: LeadParams,
    output: SubmittedLeadSchema,
    run: ({ scope, params }) => getLead(scope, params.leadId),
  }),
  endpoint({
    ...read,
    access: workspace('groups.write'),
    id: 'changeSubmittedLead',
    method: 'PATCH',
    path: '/submitted-leads/{leadId}',
    summary: 'Change the status of a submitted lead',
    params: LeadParams,
    body: changeLeadSchema,
    output: SubmittedLeadSchema,
    run: ({ scope, params, body }) => changeLead(scope, params.leadId, body),
  }),
  endpoint({
    ...own,
    id: 'listOwnLeads',
    method: 'GET',
    path: ownPath,
    summary: 'List the leads that you submitted',
    query: getOwnLeadsQuerySchema,
    output: SubmittedLeadSchema.array(),
    run: ({ scope, params, query }) => listOwnLeads(scope, params.programId, query),
  }),
  endpoint({
    ...own,
    id: 'countOwnLeads',
    method: 'GET',
    path: `${ownPath}/count`,
    summary: 'Count the leads that you submitted by status',
    query: countOwnLeadsQuerySchema,
    output: LeadCount,
    run: ({ scope, params, query }) => countOwnLeads(scope, params.programId, query),
  }),
  endpoint({
    ...own,
    id: 'submitLead',
    method: 'POST',
    path: ownPath,
    summary: 'Submit a lead',
    status: 201,
    body: submitLeadSchema,
    output: SubmittedLeadSchema,
    run: ({ scope, params, body }) => submitLead(scope, params.programId, body),
  }),
]
