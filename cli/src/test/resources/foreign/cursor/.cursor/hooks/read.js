const input = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const secret = /AKIA[0-9A-Z]{4}/.test(input.content) || input.file_path.endsWith('.env');
console.log(JSON.stringify(secret ? { permission: 'deny', user_message: 'That file holds a secret' } : { permission: 'allow' }));
