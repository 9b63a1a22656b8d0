import { plansWith } from '../../shared/accounts/index.js'
import {
  ApplicationAnalytics,
  applicationAnalytics,
  applicationAnalyticsQuerySchema,
  ApplicationCount,
  ApplicationDetailsSchema,
  ApplicationForm,
  applicationFormQuerySchema,
  ApplicationHistory,
  applicationHistory,
  applicationHistoryQuerySchema,
  ApplicationParams,
  ApplicationSchema,
  applyAsUser,
  applyBodySchema,
  approveApplicationBodySchema,
  approveApplications,
  approveApplicationsBodySchema,
  countApplications,
  countApplicationsQuerySchema,
  exportApplications,
  exportApplicationsQuerySchema,
  getApplication,
  getApplicationForm,
  getApplicationsQuerySchema,
  listApplications,
  namedAnswers,
  PendingApplication,
  rejectApplicationBodySchema,
  rejectApplications,
  rejectApplicationsBodySchema,
  ReviewedApplication,
  ReviewedApplications,
  prepareApplication,
  submitApplication,
  submitApplicationBodySchema,
  SubmittedApplication,
  withdrawApplication,
  withdrawApplicationBodySchema,
} from '../../shared/applications/index.js'
import { unauthenticated } from '../access/unauthenticated.js'
import { user } from '../access/user.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { file } from '../http/reply.js'

const plans = plansWith('programs')
const read = { access: workspace('groups.read'), rate: 'api', plans } as const
const write = { access: workspace('groups.write'), rate: 'api', plans } as const

export const applications = [
  ...publicRows('/program-applications', {
    list: { id: 'listProgramApplications', sdk: 'partnerApplications.list' },
    approve: { id: 'approveProgramApplication', sdk: 'partnerApplications.approve' },
    reject: { id: 'rejectProgramApplication', sdk: 'partnerApplications.reject' },
  }),
  // Paths that the official clients call.
  ...publicRows('/partners/applications', {
    list: { id: 'listPartnerApplications', hidden: true },
    approve: { id: 'approvePartnerApplication', hidden: true },
    reject: { id: 'rejectPartnerApplication', hidden: true },
  }),
  ...applicantRows(),
  ...readRows(),
  ...bulkRows(),
]

interface Operation {
  id: string
  sdk?: string
  hidden?: boolean
}

function publicRows(path: string, operations: Record<'list' | 'approve' | 'reject', Operation>) {
  const tag = 'Partner Applications'
  return [
    endpoint({
      ...read,
      ...operations.list,
      tag,
      method: 'GET',
      path,
      summary: 'List applications',
      description: 'Applications to the program that wait for an answer, newest first.',
      fails: ['not_found'],
      query: getApplicationsQuerySchema,
      output: ApplicationSchema.array(),
      run: ({ scope, query }) => listApplications(scope, query),
    }),
    endpoint({
      ...write,
      ...operations.approve,
      tag,
      method: 'POST',
      path: `${path}/approve`,
      summary: 'Approve an application',
      description: 'Enrols the partner, also after a rejection. Its links are created in the background.',
      fails: ['not_found'],
      body: approveApplicationBodySchema,
      output: ReviewedApplication,
      run: ({ scope, body: { partnerId, groupId } }) =>
        approveApplications(scope, { partnerIds: [partnerId], groupId }).then(() => ({ partnerId })),
    }),
    endpoint({
      ...write,
      ...operations.reject,
      tag,
      method: 'POST',
      path: `${path}/reject`,
      summary: 'Reject an application',
      description: 'The partner gets an email with the reason and the note.',
      fails: ['not_found'],
      body: rejectApplicationBodySchema,
      output: ReviewedApplication,
      run: ({ scope, body: { partnerId, ...rejection } }) =>
        rejectApplications(scope, { partnerIds: [partnerId], ...rejection }).then(() => ({ partnerId })),
    }),
  ]
}

/** What applicants call. */
function applicantRows() {
  return [
    endpoint({
      id: 'getApplicationForm',
      method: 'GET',
      path: '/program-applications/form',
      hidden: true,
      summary: 'Get the application form of a group',
      access: unauthenticated,
      rate: 'none',
      query: applicationFormQuerySchema,
      output: ApplicationForm,
      run: ({ scope, query }) => getApplicationForm(scope, query),
    }),
    endpoint({
      id: 'submitApplication',
      method: 'POST',
      path: '/program-applications/submit',
      hidden: true,
      summary: 'Apply as a guest, who confirms the address by email',
      access: unauthenticated,
      rate: 'none',
      status: 202,
      body: submitApplicationBodySchema,
      output: SubmittedApplication,
      prepare: ({ scope, body }) => prepareApplication(scope, { ...body, answers: namedAnswers(body) }),
      run: ({ scope, body }) => submitApplication(scope, body),
    }),
    endpoint({
      id: 'applyToProgram',
      method: 'POST',
      path: '/program-applications/apply',
      hidden: true,
      summary: 'Apply with your account',
      access: user,
      rate: 'api',
      status: 201,
      body: applyBodySchema,
      output: PendingApplication,
      prepare: ({ scope, body }) => prepareApplication(scope, { ...body, answers: namedAnswers(body) }),
      run: ({ scope, body }) => applyAsUser(scope, body),
    }),
    endpoint({
      id: 'withdrawApplication',
      method: 'POST',
      path: '/program-applications/withdraw',
      hidden: true,
      summary: 'Take back your application',
      access: user,
      rate: 'api',
      body: withdrawApplicationBodySchema,
      output: ReviewedApplication,
      run: ({ scope, body }) => withdrawApplication(scope, body),
    }),
  ]
}

function readRows() {
  const row = { ...read, method: 'GET', hidden: true } as const
  return [
    endpoint({
      ...row,
      id: 'countApplications',
      path: '/program-applications/count',
      summary: 'Count applications that wait for an answer',
      query: countApplicationsQuerySchema,
      output: ApplicationCount,
      run: ({ scope, query }) => countApplications(scope, query),
    }),
    endpoint({
      ...row,
      id: 'exportApplications',
      path: '/program-applications/export',
      summary: 'Export applications that wait for an answer as CSV',
      query: exportApplicationsQuerySchema,
      contentTypes: ['text/csv'],
      run: async ({ scope, query }) =>
        file({ contentType: 'text/csv; charset=utf-8', fileName: 'applications.csv', body: await exportApplications(scope, query) }),
    }),
    endpoint({
      ...row,
      id: 'getApplicationHistory',
      path: '/program-applications/history',
      summary: 'List all applications of a partner',
      query: applicationHistoryQuerySchema,
      output: ApplicationHistory,
      run: ({ scope, query }) => applicationHistory(scope, query),
    }),
    endpoint({
      ...row,
      id: 'getApplicationAnalytics',
      path: '/program-applications/analytics',
      summary: 'Count visits of the application pages and what became of them',
      query: applicationAnalyticsQuerySchema,
      output: ApplicationAnalytics,
      run: ({ scope, query }) => applicationAnalytics(scope, query),
    }),
    endpoint({
      ...row,
      id: 'getApplication',
      path: '/program-applications/{applicationId}',
      summary: 'Get an application',
      params: ApplicationParams,
      output: ApplicationDetailsSchema,
      run: ({ scope, params }) => getApplication(scope, params.applicationId),
    }),
  ]
}

function bulkRows() {
  const row = { ...write, method: 'POST', hidden: true, output: ReviewedApplications } as const
  return [
    endpoint({
      ...row,
      id: 'bulkApproveApplications',
      path: '/program-applications/approve/bulk',
      summary: 'Approve up to 100 applications',
      body: approveApplicationsBodySchema,
      run: ({ scope, body }) => approveApplications(scope, body),
    }),
    endpoint({
      ...row,
      id: 'bulkRejectApplications',
      path: '/program-applications/reject/bulk',
      summary: 'Reject up to 100 applications',
      body: rejectApplicationsBodySchema,
      run: ({ scope, body }) => rejectApplications(scope, body),
    }),
  ]
}
