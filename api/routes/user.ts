import { ChangePassword, changePassword, deleteUser, getUser, setFirstPassword, UpdateUser, updateUser, UserSchema } from '../../shared/accounts/index.js'
import { sessionOnly, user } from '../access/user.js'
import { endpoint } from '../endpoint.js'
import { json } from '../http/reply.js'

export const account = [
  endpoint({
    id: 'getUser', method: 'GET', path: '/user', hidden: true,
    access: user, rate: 'api', output: UserSchema,
    run: ({ scope }) => getUser(scope),
  }),
  endpoint({
    id: 'updateUser', method: 'PATCH', path: '/user', hidden: true,
    access: user, rate: 'api', body: UpdateUser, output: UserSchema,
    run: ({ scope, body }) => updateUser(scope, body),
  }),
  endpoint({ id: 'getMe', method: 'GET', path: '/me', hidden: true, access: user, rate: 'api', output: UserSchema, run: ({ scope }) => getUser(scope) }),
  endpoint({ id: 'replaceUser', method: 'PUT', path: '/user', hidden: true, access: user, rate: 'api', body: UpdateUser, output: UserSchema, run: ({ scope, body }) => updateUser(scope, body) }),
  endpoint({
    id: 'deleteUser', method: 'DELETE', path: '/user', hidden: true,
    access: sessionOnly, rate: 'api',
    run: ({ scope }) => deleteUser(scope),
  }),
  endpoint({
    id: 'changePassword', method: 'POST', path: '/user/password', hidden: true,
    access: sessionOnly, rate: 'api', body: ChangePassword,
    run: ({ scope, body }) => changePassword(scope, body).then(() => json({})),
  }),
  endpoint({
    id: 'setFirstPassword', method: 'POST', path: '/user/set-password', hidden: true,
    access: sessionOnly, rate: 'api',
    run: ({ scope }) => setFirstPassword(scope).then(() => json({})),
  }),
]
