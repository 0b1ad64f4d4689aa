import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReadings } from '../../src/health/readings.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'vedette-machine-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

/** Writes files as the kernel provides them below /proc and /sys. */
function writeFiles(files: Record<string, string>) {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), `${content}\n`);
  }
}
const zone = (number: number, type: string, temp: string) => ({
  [`/sys/class/thermal/thermal_zone${number}/type`]: type,
  [`/sys/class/thermal/thermal_zone${number}/temp`]: temp,
});
const ROUTE_HEAD = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT';
const routeBy = (name: string) => `${ROUTE_HEAD}\n${name}\t00000000\t0102A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0`;
const read = () => createReadings({ root, folder: root });

test('a machine without sensors gives N/A', () => {
  const { disk_usage, ...others } = read()();
  expect(disk_usage).toEqual(expect.any(Number));
  expect([...new Set(Object.values(others))]).toEqual(['N/A']);
});

test('CPU usage since the last reading, and memory usage', () => {
  writeFiles({
    '/proc/stat': 'cpu  100 0 100 700 100 0 0 0 0 0\ncpu0 100 0 100 700 100 0 0 0 0 0',
    '/proc/meminfo': 'MemTotal:        8000000 kB\nMemFree:          100000 kB\nMemAvailable:    6000000 kB',
  });
  const readings = read();
  expect(readings()).toMatchObject({ cpu_usage: 20, ram_usage: 25 });
  writeFiles({ '/proc/stat': 'cpu  250 50 200 760 140 0 0 0 0 0' });
  // 300 of 400 ticks were neither idle nor I/O wait.
  expect(readings().cpu_usage).toBe(75);
  // No tick has passed.
  expect(readings().cpu_usage).toBe('N/A');
});

test('a Raspberry Pi on a wireless network with undervoltage', () => {
  writeFiles({
    ...zone(0, 'cpu-thermal', '61322'),
    '/sys/class/hwmon/hwmon0/name': 'cpu_thermal',
    '/sys/class/hwmon/hwmon1/name': 'rpi_volt',
    '/sys/class/hwmon/hwmon1/in0_lcrit_alarm': '0',
    '/proc/net/route': routeBy('wlan0'),
    '/sys/class/net/wlan0/operstate': 'up',
    '/sys/class/net/wlan0/speed': '-1',
    '/proc/net/wireless':
      'Inter-| sta-|   Quality        |   Discarded packets\n face | tus | link level noise |  nwid  crypt\n wlan0: 0000   54.  -56.  -256        0      0',
  });
  const network = { network_status: 'up', network_speed: 'N/A', network_signal_strength: -56 };
  expect(read()()).toMatchObject({ cpu_temp: 61.3, gpu_temp: 'N/A', cpu_voltage: 'N/A', ...network });
  writeFiles({ '/sys/class/hwmon/hwmon1/in0_lcrit_alarm': '1' });
  expect(read()().cpu_voltage).toBe('too low');
});

test('a Jetson Orin', () => {
  writeFiles({
    ...zone(0, 'cpu-thermal', '48500'),
    ...zone(1, 'gpu-thermal', '46250'),
    '/sys/class/devfreq/17000000.gpu/device/load': '637',
    '/sys/class/hwmon/hwmon3/name': 'ina3221',
    '/sys/class/hwmon/hwmon3/in1_label': 'VIN_SYS_5V0',
    '/sys/class/hwmon/hwmon3/in1_input': '4960',
    '/sys/class/hwmon/hwmon3/in2_label': 'VDD_GPU_SOC',
    '/sys/class/hwmon/hwmon3/in2_input': '19120',
    '/sys/class/hwmon/hwmon3/in3_label': 'VDD_CPU_CV',
    '/sys/class/hwmon/hwmon3/in3_input': '19096',
    '/proc/net/route': routeBy('eth0'),
    '/sys/class/net/eth0/operstate': 'up',
    '/sys/class/net/eth0/speed': '1000',
  });
  expect(read()()).toMatchObject({
    ...{ cpu_temp: 48.5, gpu_temp: 46.3, gpu_usage: 63.7, cpu_voltage: 19.1, gpu_voltage: 19.12 },
    ...{ network_status: 'up', network_speed: 1_000, network_signal_strength: 'N/A' },
  });
});

test('a Jetson Nano with older sysfs names', () => {
  const chip = '/sys/bus/i2c/drivers/ina3221x/6-0040/iio:device0';
  writeFiles({
    ...zone(1, 'CPU-therm', '33000'),
    ...zone(2, 'GPU-therm', '31500'),
    '/sys/devices/gpu.0/load': '120',
    [`${chip}/rail_name_0`]: 'POM_5V_IN',
    [`${chip}/in_voltage0_input`]: '5032',
    [`${chip}/rail_name_1`]: 'POM_5V_GPU',
    [`${chip}/in_voltage1_input`]: '5024',
    [`${chip}/rail_name_2`]: 'POM_5V_CPU',
    [`${chip}/in_voltage2_input`]: '5016',
  });
  const volts = { cpu_voltage: 5.02, gpu_voltage: 5.02 };
  expect(read()()).toMatchObject({ cpu_temp: 33, gpu_temp: 31.5, gpu_usage: 12, ...volts });
});

test('a PC with an AMD card, on IPv6 only', () => {
  writeFiles({
    '/sys/class/hwmon/hwmon0/name': 'k10temp',
    '/sys/class/hwmon/hwmon0/temp1_input': '55125',
    '/sys/class/hwmon/hwmon1/name': 'amdgpu',
    '/sys/class/hwmon/hwmon1/temp1_input': '44000',
    '/sys/class/hwmon/hwmon1/in0_label': 'vddgfx',
    '/sys/class/hwmon/hwmon1/in0_input': '893',
    '/sys/class/drm/card1/device/gpu_busy_percent': '7',
    '/proc/net/route': ROUTE_HEAD,
    '/proc/net/ipv6_route': [
      `${'0'.repeat(32)} 00 ${'0'.repeat(32)} 00 ${'0'.repeat(32)} ffffffff 00000001 00000000 00200200       lo`,
      `${'0'.repeat(32)} 00 ${'0'.repeat(32)} 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003     enp3s0`,
    ].join('\n'),
    '/sys/class/net/enp3s0/operstate': 'up',
  });
  expect(read()()).toMatchObject({
    ...{ cpu_temp: 55.1, gpu_temp: 44, gpu_usage: 7, gpu_voltage: 0.89, network_status: 'up' },
  });
});

test('an NVIDIA card, which nvidia-smi reads', async () => {
  writeFiles({ '/proc/driver/nvidia/version': 'NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183' });
  writeFiles({
    '/bin/nvidia-smi': '#!/bin/sh\n[ "$1" = --query-gpu=utilization.gpu,temperature.gpu ] && echo "37, 61"',
  });
  chmodSync(path.join(root, 'bin/nvidia-smi'), 0o755);
  vi.stubEnv('PATH', `${root}/bin:${process.env.PATH}`);
  const readings = read();
  await vi.waitFor(() => expect(readings()).toMatchObject({ gpu_usage: 37, gpu_temp: 61 }), 10_000);
  writeFiles({ '/bin/nvidia-smi': '#!/bin/sh\necho "[N/A], [N/A]"' });
  await vi.waitFor(() => expect(readings()).toMatchObject({ gpu_usage: 'N/A', gpu_temp: 'N/A' }), 10_000);
});
