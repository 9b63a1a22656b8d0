/** Referers and IP addresses of link scanners, whatever user agent they send. */

/** Hosts of mail and chat services that open each link once before a person sees it. */
export const scannerReferers: readonly string[] = [
  'urldefense.proofpoint.com',
  'urldefense.com',
  'safelinks.protection.outlook.com',
  'linkprotect.cudasvc.com',
  'protect-us.mimecast.com',
  'protect-eu.mimecast.com',
  'secure-web.cisco.com',
]

/** Loopback: a request through a trusted proxy that claims a loopback address is a probe of the proxy's own machine. */
export const scannerAddresses: readonly string[] = ['127.0.0.1', '::1']

/** Networks of link previewers and scanners, as published by their owners. */
export const scannerNetworks: Record<string, readonly string[]> = {
  Meta: [
    '31.13.24.0/21',
    '31.13.64.0/18',
    '66.220.144.0/20',
    '69.63.176.0/20',
    '69.171.224.0/19',
    '157.240.0.0/16',
    '173.252.64.0/18',
    '2a03:2880::/32',
  ],
  ByteDance: ['110.249.201.0/24', '111.225.148.0/23', '220.243.135.0/24', '220.243.188.0/23'],
  'Palo Alto Networks': ['198.235.24.0/24', '205.210.31.0/24', '147.185.132.0/23'],
}
