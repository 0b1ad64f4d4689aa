// A camera program that writes grey pictures as binary PPM to stdout. Arguments: frames per second and number of frames (absent: endless).
const [fps = '50', count = 'Infinity'] = process.argv.slice(2);
const [width, height] = [64, 48];
const picture = Buffer.concat([Buffer.from(`P6 ${width} ${height} 255\n`), Buffer.alloc(width * height * 3, 128)]);
let sent = 0;
process.stdout.on('error', () => process.exit(0));
const timer = setInterval(() => {
  if (++sent > Number(count)) return clearInterval(timer);
  process.stdout.write(picture);
}, 1_000 / Number(fps));
