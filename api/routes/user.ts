import {
  ChangePassword,
  changePassword,
  deleteUser,
  getUser,
  requestFirstPassword,
  UpdateUser,
  updateUser,
  UserSchema,
} from '../../shared/accounts/index.js'
import { storeImages } from '../../shared/files/index.js'
import { sessionOnly, user } from '../access/user.js'
import { type Endpoint, endpoint } from '../endpoint.js'
import { json } from '../http/reply.js'

const patchUser = endpoint({
  id: 'updateUser',
  method: 'PATCH',
  path: '/user',
  hidden: true,
  access: user,
  rate: 'api',
  refusesImpersonation: true,
  body: UpdateUser,
  output: UserSchema,
  prepare: ({ scope, body }) => storeImages(scope, body, ['image']),
  run: ({ scope, body }) => updateUser(scope, body),
})

export const account: Endpoint[] = [
  endpoint({
    id: 'getUser',
    method: 'GET',
    path: '/user',
    hidden: true,
    access: user,
    rate: 'api',
    output: UserSchema,
    run: ({ scope }) => getUser(scope),
  }),
  patchUser,
  { ...patchUser, id: 'replaceUser', method: 'PUT' },
  endpoint({
    id: 'getMe',
    method: 'GET',
    path: '/me',
    hidden: true,
    access: user,
    rate: 'api',
    output: UserSchema,
    run: ({ scope }) => getUser(scope),
  }),
  endpoint({
    id: 'deleteUser',
    method: 'DELETE',
    path: '/user',
    hidden: true,
    access: sessionOnly,
    rate: 'api',
    refusesImpersonation: true,
    run: ({ scope }) => deleteUser(scope),
  }),
  endpoint({
    id: 'changePassword',
    method: 'POST',
    path: '/user/password',
    hidden: true,
    access: sessionOnly,
    rate: 'api',
    refusesImpersonation: true,
    body: ChangePassword,
    run: ({ scope, body }) => changePassword(scope, body).then(() => json({})),
  }),
  endpoint({
    id: 'requestFirstPassword',
    method: 'POST',
    path: '/user/set-password',
    hidden: true,
    access: sessionOnly,
    rate: 'api',
    refusesImpersonation: true,
    run: ({ scope }) => requestFirstPassword(scope).then(() => json({})),
  }),
]
