import { createApp } from 'firebase-tools/lib/emulator/auth/server.js';

// The emulator's server without its command line, which asks the internet for news and starts a hub and a logger.
const app = await createApp('demo-vedette');
const server = app.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
process.on('disconnect', () => process.exit());
