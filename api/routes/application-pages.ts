/** The page on which partners apply to a program, and the page that confirms their address: HTML without scripts. */
import { PageToken } from '../../shared/accounts/index.js'
import {
  answersOfInputs,
  ApplicationInputs,
  applicationPageQuerySchema,
  applyPath,
  ApplyParams,
  confirmApplication,
  confirmApplicationPath,
  findForm,
  prepareApplication,
  readApplicationLink,
  submitApplication,
  visitApplicationPage,
} from '../../shared/applications/index.js'
import { unauthenticated } from '../access/unauthenticated.js'
import { endpoint } from '../endpoint.js'
import { applyPage, confirmApplicationPage } from '../pages/application.js'
import { errorPage, messagePage, portalLink } from '../pages/message.js'

const pages = { access: unauthenticated, rate: 'none', hidden: true, errorPage } as const

export const applicationPages = [
  endpoint({
    ...pages,
    id: 'applyPage',
    method: 'GET',
    path: `${applyPath}/{programSlug}`,
    params: ApplyParams,
    query: applicationPageQuerySchema,
    run: async ({ scope, params, query }) =>
      applyPage(applyPath, { ...(await visitApplicationPage(scope, { ...params, ...query })), via: query.via }),
  }),
  endpoint({
    ...pages,
    id: 'applyForm',
    method: 'POST',
    path: `${applyPath}/{programSlug}/form`,
    params: ApplyParams,
    query: applicationPageQuerySchema,
    body: ApplicationInputs,
    acceptsForm: true,
    prepare: async ({ scope, params, query, body: { name, email, country, visit, via, ...inputs } }) => {
      const address = { programSlug: params.programSlug, group: query.group }
      const answers = answersOfInputs((await findForm(scope, address)).fields, inputs)
      return prepareApplication(scope, { ...address, name, email, country, answers, visitId: visit, referredBy: via })
    },
    run: async ({ scope, body }) => {
      await submitApplication(scope, body)
      return messagePage('Check your email', `We sent a link to ${body.email}. Open it to submit your application.`)
    },
  }),
  endpoint({
    ...pages,
    id: 'confirmApplicationPage',
    method: 'GET',
    path: confirmApplicationPath,
    query: PageToken,
    run: async ({ scope, query }) => confirmApplicationPage(confirmApplicationPath, await readApplicationLink(scope, query)),
  }),
  endpoint({
    ...pages,
    id: 'confirmApplicationForm',
    method: 'POST',
    path: `${confirmApplicationPath}/confirm/form`,
    body: PageToken,
    acceptsForm: true,
    run: ({ scope, body }) =>
      confirmApplication(scope, body).then(({ programNames }) =>
        messagePage('Application submitted', `${programNames.join(' and ')} will review your application and answer by email.`, portalLink),
      ),
  }),
]
