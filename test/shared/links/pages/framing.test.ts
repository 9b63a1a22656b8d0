import test from 'ava'
import { allowsFraming } from '../../../../shared/links/pages/framing.js'

const csp = (value: string | string[]) => ({ 'content-security-policy': value })

for (const [headers, host, allows] of [
  [{}, 'go.example', true],
  [{ 'x-frame-options': 'DENY' }, 'go.example', false],
  [{ 'x-frame-options': 'SAMEORIGIN' }, 'go.example', false],
  [csp("default-src 'self'"), 'go.example', true],
  [csp("frame-ancestors 'none'"), 'go.example', false],
  [csp("frame-ancestors 'self'"), 'go.example', false],
  [csp('frame-ancestors'), 'go.example', false],
  [csp('frame-ancestors *'), undefined, true],
  [csp("default-src 'self'; Frame-Ancestors 'self' https://go.example"), 'go.example', true],
  [csp('frame-ancestors go.example'), 'go.example', true],
  [csp('frame-ancestors go.example'), undefined, false],
  [csp('frame-ancestors http://go.example'), 'go.example', false],
  [csp('frame-ancestors https://go.example:8443'), 'go.example', false],
  [csp('frame-ancestors https://*.example:*'), 'go.example', true],
  [csp('frame-ancestors *.go.example'), 'go.example', false],
  [csp('frame-ancestors https:'), 'go.example', true],
  [csp(['frame-ancestors go.example', "frame-ancestors 'none'"]), 'go.example', false],
  [csp("frame-ancestors go.example, frame-ancestors 'none'"), 'go.example', false],
  [{ ...csp('frame-ancestors go.example'), 'x-frame-options': 'DENY' }, 'go.example', true],
] as const) {
  test(`${JSON.stringify(headers)} ${allows ? 'allows' : 'forbids'} framing by ${host ?? 'an unspecified host'}`, (t) =>
    t.is(allowsFraming(headers as Parameters<typeof allowsFraming>[0], host), allows))
}
