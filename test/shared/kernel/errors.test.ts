import test from 'ava'
import { badRequest, conflict, errorCodes, forbidden, notFound, ServiceError, unprocessable } from '../../../shared/kernel/errors.js'

test('the list of codes is closed', (t) => {
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

test('a named constructor gives its code and the message as it was written', (t) => {
  const made = [badRequest('a'), forbidden('b'), notFound('c'), conflict('d'), unprocessable('e')]
  t.deepEqual(
    made.map(({ code, message }) => [code, message]),
    [
      ['bad_request', 'a'],
      ['forbidden', 'b'],
      ['not_found', 'c'],
      ['conflict', 'd'],
      ['unprocessable_entity', 'e'],
    ],
  )
  t.true(made.every((error) => error instanceof ServiceError && error instanceof Error && error.name === 'ServiceError'))
})

test('an error may bring headers, and has none otherwise', (t) => {
  t.deepEqual(new ServiceError('rate_limit_exceeded', 'x', { 'Retry-After': '3' }).headers, { 'Retry-After': '3' })
  t.deepEqual(notFound('x').headers, {})
})
