var e=t=>{try{return t()}catch{return null}},r=t=>e(()=>localStorage.getItem(t)),a=(t,o)=>e(()=>localStorage.setItem(t,o));export{r as load,a as store};
