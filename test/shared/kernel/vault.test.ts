import test from 'ava'
import fc from 'fast-check'
import { openVault, VaultError } from '../../../shared/kernel/vault.js'

const vault = openVault(['first-key-0123456789'])

test('any sealed text opens for its owner', (t) => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ minLength: 1 }),
      (secret, owner) => vault.open(vault.seal(secret, owner), owner) === secret,
    ),
  )
  t.pass()
})

test('a sealed text does not reveal the secret and differs each time', (t) => {
  const one = vault.seal('whsec_planted', 'conn_1')
  t.false(one.includes('planted') || Buffer.from(one.split('.')[2] ?? '', 'base64url').includes('planted'))
  t.not(one, vault.seal('whsec_planted', 'conn_1'))
})

test('a text that is altered, truncated or of another owner does not open', (t) => {
  const sealed = vault.seal('secret', 'conn_1')
  const altered = sealed.slice(0, -3) + (sealed.endsWith('AAA') ? 'BBB' : 'AAA')
  t.throws(() => vault.open(sealed, 'conn_2'), { instanceOf: VaultError })
  t.throws(() => vault.open(altered, 'conn_1'), { instanceOf: VaultError })
  t.throws(() => vault.open(sealed.slice(0, 20), 'conn_1'), { instanceOf: VaultError })
  t.throws(() => vault.open('secret', 'conn_1'), { instanceOf: VaultError })
})

test('the first key seals, former keys still open', (t) => {
  const before = vault.seal('secret', 'conn_1')
  const after = openVault(['second-key-0123456789', 'first-key-0123456789'])
  t.is(after.open(before, 'conn_1'), 'secret')
  t.throws(() => vault.open(after.seal('secret', 'conn_1'), 'conn_1'), { instanceOf: VaultError })
})

test('the service does not start without a key', (t) => {
  t.throws(() => openVault([]), { message: /^ENCRYPTION_KEY is not set/ })
})
