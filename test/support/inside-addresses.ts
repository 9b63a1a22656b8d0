/** This machine, its network and the metadata services of clouds, written in every way that a URL allows; `PORT` stands for a port. */
export const insideAddresses = [
  'http://127.0.0.1:PORT/', 'http://127.1:PORT/', 'http://2130706433:PORT/', 'http://0x7f000001:PORT/', 'http://0x7f.1:PORT/', 'http://017700000001:PORT/', 'http://0177.0.0.1:PORT/', 'http://0:PORT/',
  'http://[::1]:PORT/', 'http://[::ffff:127.0.0.1]:PORT/', 'http://[::ffff:7f00:1]:PORT/', 'http://[64:ff9b::7f00:1]:PORT/',
  'http://10.0.0.5/', 'http://172.16.0.1/', 'http://192.168.0.1/', 'http://[fd00::1]/', 'http://[fe80::1]/',
  'http://169.254.169.254/latest/meta-data', 'http://0xa9fea9fe/latest', 'http://2852039166/latest', 'http://[::ffff:a9fe:a9fe]/latest', 'http://[fd00:ec2::254]/latest',
]
