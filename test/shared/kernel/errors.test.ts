import test from 'ava'
import { badRequest, conflict, errorCodes, forbidden, notFound, ServiceError, unprocessable } from '../../../shared/kernel/errors.js'

test('the error codes are fixed', (t) => {
  t.deepEqual(
    [...errorCodes],
    [
      'bad_request',
      'unauthorized',
      'forbidden',
      'exceeded_limit',
      'not_found',
      'conflict',
      'invite_pending',
      'invite_expired',
      'unprocessable_entity',
      'rate_limit_exceeded',
      'internal_server_error',
    ],
  )
})

test('a named constructor sets its code and the given message', (t) => {
  const errors = [badRequest('a'), forbidden('b'), notFound('c'), conflict('d'), unprocessable('e')]
  t.deepEqual(
    errors.map(({ code, message }) => [code, message]),
    [
      ['bad_request', 'a'],
      ['forbidden', 'b'],
      ['not_found', 'c'],
      ['conflict', 'd'],
      ['unprocessable_entity', 'e'],
    ],
  )
  t.true(errors.every((error) => error instanceof ServiceError && error instanceof Error && error.name === 'ServiceError'))
})

test('an error may have headers', (t) => {
  t.deepEqual(new ServiceError('rate_limit_exceeded', 'x', { 'Retry-After': '3' }).headers, { 'Retry-After': '3' })
  t.deepEqual(notFound('x').headers, {})
})
