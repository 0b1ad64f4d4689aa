import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { createNvidiaReadings } from './nvidia.ts';

/** The machine's fields of a report's `metrics`; 'N/A' for a reading that the machine does not have. */
export type Readings = Record<
  | 'cpu_usage'
  | 'gpu_usage'
  | 'ram_usage'
  | 'disk_usage'
  | 'cpu_temp'
  | 'gpu_temp'
  | 'cpu_voltage'
  | 'gpu_voltage'
  | 'network_status'
  | 'network_speed'
  | 'network_signal_strength',
  number | string
>;

const UNKNOWN = 'N/A';

/** The names of Jetson GPUs in /sys/class/devfreq. */
const JETSON_GPU = /\.(gpu|gv11b|gp10b|ga10b)$/;

/** Reads /proc and /sys below `root`. */
export function createReadings({ root = '', folder }: { root?: string; folder: string }) {
  const nvidia = createNvidiaReadings(root);
  let before: { busy: number; total: number } | undefined;
  const read = (file: string): string | undefined => {
    try {
      return readFileSync(`${root}${file}`, 'utf8').trim();
    } catch {
      return undefined;
    }
  };
  const entries = (place: string): string[] => {
    try {
      return readdirSync(`${root}${place}`);
    } catch {
      return [];
    }
  };
  const figure = (file: string, divisor = 1, digits = 1): number | undefined => {
    const text = read(file);
    const value = Number(text);
    return text === undefined || text === '' || !Number.isFinite(value) ? undefined : round(value / divisor, digits);
  };
  const first = (values: (number | undefined)[]) => values.find((it) => it !== undefined) ?? UNKNOWN;

  function cpu() {
    const times = read('/proc/stat')?.split('\n')[0]?.trim().split(/\s+/).slice(1, 9).map(Number);
    if (!times) return UNKNOWN;
    const total = times.reduce((sum, it) => sum + it, 0);
    const busy = total - (times[3] ?? 0) - (times[4] ?? 0);
    const since = before ?? { busy: 0, total: 0 };
    before = { busy, total };
    return total === since.total ? UNKNOWN : round((100 * (busy - since.busy)) / (total - since.total));
  }

  function memory() {
    const text = read('/proc/meminfo') ?? '';
    const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN);
    const used = (100 * (of('MemTotal') - of('MemAvailable'))) / of('MemTotal');
    return Number.isFinite(used) ? round(used) : UNKNOWN;
  }

  function disk() {
    try {
      const { blocks, bfree, bavail } = statfsSync(folder);
      const used = blocks - bfree;
      return used + bavail === 0 ? UNKNOWN : round((100 * used) / (used + bavail));
    } catch {
      return UNKNOWN;
    }
  }

  /** Reads the first thermal zone whose type matches, or else a matching chip's sensor. */
  function temperature(zone: RegExp, chip: RegExp): number | string {
    const zones = entries('/sys/class/thermal').filter((it) => it.startsWith('thermal_zone'));
    const byZone = zones
      .filter((it) => zone.test(read(`/sys/class/thermal/${it}/type`) ?? ''))
      .map((it) => figure(`/sys/class/thermal/${it}/temp`, 1_000));
    const byChip = entries('/sys/class/hwmon')
      .filter((it) => chip.test(read(`/sys/class/hwmon/${it}/name`) ?? ''))
      .map((it) => figure(`/sys/class/hwmon/${it}/temp1_input`, 1_000));
    return first([...byZone, ...byChip]);
  }

  function gpuTemperature() {
    const fromSensors = temperature(/gpu/i, /^(amdgpu|nouveau)$/);
    return fromSensors === UNKNOWN ? (nvidia().temperature ?? UNKNOWN) : fromSensors;
  }

  /** Reads the rail that a hwmon sensor names, such as a Jetson's ina3221; older Jetsons list it below the i2c driver. */
  function voltage(rail: RegExp) {
    const hwmon = entries('/sys/class/hwmon').map((it) => `/sys/class/hwmon/${it}`);
    const driver = '/sys/bus/i2c/drivers/ina3221x';
    const chips = entries(driver).flatMap((it) => entries(`${driver}/${it}`).map((part) => `${driver}/${it}/${part}`));
    const found: (number | undefined)[] = [];
    for (const chip of [...hwmon, ...chips]) {
      for (const name of entries(chip).filter((it) => /^(in\d+_label|rail_name_\d+)$/.test(it))) {
        if (!rail.test(read(`${chip}/${name}`) ?? '')) continue;
        const input = name.startsWith('in') ? name.replace('label', 'input') : `in_voltage${name.slice(10)}_input`;
        found.push(figure(`${chip}/${input}`, 1_000, 2));
      }
    }
    return first(found);
  }

  /** A Raspberry Pi reports only whether its voltage is too low. */
  function isUnderVoltage() {
    const chip = entries('/sys/class/hwmon').find((it) => read(`/sys/class/hwmon/${it}/name`) === 'rpi_volt');
    return chip !== undefined && read(`/sys/class/hwmon/${chip}/in0_lcrit_alarm`) === '1';
  }

  function gpuUsage() {
    const frequencies = entries('/sys/class/devfreq').filter((it) => JETSON_GPU.test(it));
    const cards = entries('/sys/class/drm').filter((it) => /^card\d+$/.test(it));
    return first([
      figure('/sys/devices/gpu.0/load', 10),
      figure('/sys/devices/platform/gpu.0/load', 10),
      ...frequencies.map((it) => figure(`/sys/class/devfreq/${it}/device/load`, 10)),
      ...cards.map((it) => figure(`/sys/class/drm/${it}/device/gpu_busy_percent`)),
      nvidia().usage,
    ]);
  }

  /** The interface of the IPv6 default route. */
  function defaultRoute6() {
    const routes = (read('/proc/net/ipv6_route') ?? '').split('\n').map((line) => line.trim().split(/\s+/));
    return routes.find(([to, bits, ...rest]) => /^0+$/.test(to ?? '') && bits === '00' && rest.at(-1) !== 'lo')?.at(-1);
  }

  function network() {
    const routes = (read('/proc/net/route') ?? '')
      .split('\n')
      .slice(1)
      .map((line) => line.split(/\s+/));
    const name = routes.find(([, destination]) => destination === '00000000')?.[0] ?? defaultRoute6();
    if (!name) return { network_status: UNKNOWN, network_speed: UNKNOWN, network_signal_strength: UNKNOWN };
    const speed = figure(`/sys/class/net/${name}/speed`);
    const wireless = (read('/proc/net/wireless') ?? '').split('\n').find((line) => line.trim().startsWith(`${name}:`));
    const signal = Number(wireless?.trim().split(/\s+/)[3] ?? Number.NaN);
    return {
      network_status: read(`/sys/class/net/${name}/operstate`) ?? UNKNOWN,
      network_speed: speed !== undefined && speed > 0 ? speed : UNKNOWN,
      network_signal_strength: Number.isFinite(signal) ? signal : UNKNOWN,
    };
  }

  return (): Readings => ({
    cpu_usage: cpu(),
    gpu_usage: gpuUsage(),
    ram_usage: memory(),
    disk_usage: disk(),
    cpu_temp: temperature(/cpu|x86_pkg|soc/i, /^(cpu_thermal|coretemp|k10temp)$/),
    gpu_temp: gpuTemperature(),
    cpu_voltage: isUnderVoltage() ? 'too low' : voltage(/cpu/i),
    gpu_voltage: voltage(/gpu|vddgfx/i),
    ...network(),
  });
}

function round(value: number, digits = 1) {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
