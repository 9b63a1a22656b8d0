import {
  CreatedToken, CreatePersonalToken, createPersonalToken, CreateToken, createWorkspaceToken, DeletePersonalToken, deletePersonalToken, deleteToken, getToken, listPersonalTokens, ListTokens, listTokens, TokenParams,
  TokenSchema, UpdateToken, updateToken,
} from '../../shared/accounts/index.js'
import { sessionOnly, user } from '../access/user.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const one = { path: '/tokens/{id}', hidden: true, rate: 'api', params: TokenParams } as const

export const tokens = [
  endpoint({
    id: 'listTokens', method: 'GET', path: '/tokens', hidden: true,
    access: workspace('tokens.read'), rate: 'api', query: ListTokens, output: TokenSchema.array(),
    run: ({ scope, query }) => listTokens(scope, query),
  }),
  endpoint({
    id: 'createToken', method: 'POST', path: '/tokens', hidden: true,
    access: workspace('tokens.write'), rate: 'api', body: CreateToken, output: CreatedToken,
    run: ({ scope, body }) => createWorkspaceToken(scope, body),
  }),
  endpoint({ ...one, id: 'getToken', method: 'GET', access: workspace('tokens.read'), output: TokenSchema, run: ({ scope, params }) => getToken(scope, params.id) }),
  endpoint({ ...one, id: 'updateToken', method: 'PATCH', access: workspace('tokens.write'), body: UpdateToken, output: TokenSchema, run: ({ scope, params, body }) => updateToken(scope, params.id, body) }),
  endpoint({ ...one, id: 'deleteToken', method: 'DELETE', access: workspace('tokens.write'), run: ({ scope, params }) => deleteToken(scope, params.id) }),
  endpoint({
    id: 'listPersonalTokens', method: 'GET', path: '/user/tokens', hidden: true,
    access: user, rate: 'api', output: TokenSchema.array(),
    run: ({ scope }) => listPersonalTokens(scope),
  }),
  endpoint({
    id: 'createPersonalToken', method: 'POST', path: '/user/tokens', hidden: true,
    access: sessionOnly, rate: 'api', body: CreatePersonalToken, output: CreatedToken,
    run: ({ scope, body }) => createPersonalToken(scope, body),
  }),
  endpoint({
    id: 'deletePersonalToken', method: 'DELETE', path: '/user/tokens', hidden: true,
    access: user, rate: 'api', query: DeletePersonalToken,
    run: ({ scope, query }) => deletePersonalToken(scope, query),
  }),
]
