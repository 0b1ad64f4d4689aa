import { expect, test } from 'vitest';
import { brokerAddress } from './mqtt.ts';

test('a broker has the port of its protocol, and a password may hold any character', () => {
  const named = {
    protocol: 'mqtts:',
    hostname: 'broker.example.org',
    port: '',
    username: 'vedette',
    password: 'p%40ss%3A',
  };
  expect(brokerAddress(named)).toEqual({
    ...{ protocol: 'mqtts', host: 'broker.example.org', port: 8883, broker: 'broker.example.org:8883' },
    ...{ username: 'vedette', password: 'p@ss:' },
  });
  expect(brokerAddress({ protocol: 'mqtt:', hostname: '[::1]', port: '1884', username: '', password: '' })).toEqual({
    ...{ protocol: 'mqtt', host: '::1', port: 1884, broker: '[::1]:1884' },
  });
});
